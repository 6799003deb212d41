import { create } from 'zustand'

/**
 * The sheets and dialogs that cover the page of a phone, the lowest first. Each has an entry of its own in the history, so
 * that Back closes it and the page stays. The router knows nothing of these entries: they have the key of their page.
 */
export const useLayers = create<readonly string[]>(() => [])

const stateNow = () => (history.state ?? {}) as { key?: unknown; layers?: unknown }

const layersNow = () => {
  const { layers } = stateNow()
  return Array.isArray(layers) ? layers.filter((name) => typeof name === 'string') : []
}

/** Shows the layers of the present entry in the history. */
const follow = () => useLayers.setState(layersNow(), true)

/** Stays in the history behind a page that is opened in it: Back shows it again. */
export function openLayer(name: string) {
  try {
    history.pushState({ ...stateNow(), layers: [...layersNow(), name] }, '')
  } catch {
    return // Safari refuses many entries in a short time: this layer has none
  }
  follow()
}

/** A step of our own in the history that has not ended. */
let step: { ended: Promise<void>; end: () => void } | null = null

/** Closes so many layers, the highest first. */
export function stepBack(by: number) {
  if (step) return step.ended
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  step = { ended, end }
  history.go(-by)
  return ended
}

/** Dialogs end in a choice, often on another page: their entries go with them. */
const DIALOG = 'dialog'
const dialogs: (() => void)[] = []

const entriesOfDialogs = () => layersNow().filter((name) => name === DIALOG).length

/** Gives each open dialog an entry, and takes back the entries of closed ones. */
function matchDialogs() {
  if (step) return void step.ended.then(matchDialogs)
  const missing = dialogs.length - entriesOfDialogs()
  if (missing < 0) void stepBack(-missing)
  for (let nth = 0; nth < missing; nth++) openLayer(DIALOG)
}

/** Waits a moment: a dialog that opens in the place of another one takes over its entry. */
const matchSoon = () => setTimeout(matchDialogs)

/** Back closes a dialog that is added, until the returned function is called. */
export function addDialog(close: () => void) {
  dialogs.push(close)
  matchDialogs()
  return () => {
    dialogs.splice(dialogs.indexOf(close), 1)
    matchSoon()
  }
}

/** Takes the entries of dialogs back. A page does so before it gets an entry, so that none stays behind it. */
export async function leaveDialogs() {
  await step?.ended
  const left = entriesOfDialogs()
  if (left > 0) await stepBack(left)
}

/**
 * Whether a step in the history was one between layers of the page, which opens no page. `pageKey` is the router's key of
 * the page on screen.
 */
export function takeStep(pageKey: string) {
  const own = step
  step = null
  const isSame = layersNow().join() === useLayers.getState().join()
  if (!own && (stateNow().key !== pageKey || isSame)) return false
  follow()
  if (own) {
    own.end()
    return true
  }
  for (const close of dialogs.slice(entriesOfDialogs()).toReversed()) close()
  matchSoon() // a dialog that stays open gets its entry back
  return true
}

/** Called for each page: shows its layers. Its dialogs are gone after a new loading of the document. */
export function showLayers() {
  follow()
  matchSoon()
}
