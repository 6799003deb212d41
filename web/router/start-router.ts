import type { Tools } from '#web/api/tools.ts'
import { entryNow, newPlace, urlOf, writeEntry } from './history-entries.ts'
import { runLoader, screenOf } from './load-screen.ts'
import { findPage } from './match.ts'
import { Redirect, type Page, type Screen } from './page.ts'
import { keepScroll, startScroll } from './scroll.ts'
import type { Address, Guard, Navigate, Place, Router, Shown, View } from './view.ts'

/** How a page comes into the history: by an entry of its own, in place of the present one, or by Back and Forward. */
type Way = 'push' | 'replace' | 'pop'

type Settings = {
  pages: readonly Page[]
  tools: Tools
  /** The page of the document, with its code or without what failed of it. `isWhole`: the server has run its loader. */
  first: Omit<View, 'place'> & { isWhole: boolean }
  /** The browser itself opens these. */
  isOtherDocument: (to: URL) => boolean
  layers: Layers
}

/** Sheets and dialogs over a page. They have entries of their own in the history, with the key of the page. */
type Layers = {
  /** Whether a step in the history was one between layers of the page, which opens no page. */
  takeStep: (pageKey: string) => boolean
  /** Runs before a page gets an entry. */
  leave: () => Promise<void>
}

/** Opens pages of this site without a new document. The address changes when the next page is loaded. */
export function startRouter({ pages, tools, first, isOtherDocument, layers }: Settings): Router {
  const { isWhole, screen, ...found } = first
  const needsLoader = !isWhole && screen?.loader !== undefined
  /** The entry of the history that the browser is at. After Back it is the next page's, while the old one is on screen. */
  let entry = entryNow(null)
  let shown: Shown = {
    view: { ...found, place: entry, ...(screen && !needsLoader && { screen }), keepsScroll: true },
    isLoading: false,
  }
  const listeners = new Set<(shown: Shown) => void>()
  let navigations = 0
  let guard: Guard | null = null

  function show(change: Partial<Shown>) {
    shown = { ...shown, ...change }
    for (const listener of listeners) listener(shown)
  }

  /** The last navigation wins: an earlier one that is still loading comes to nothing. */
  async function open(place: Place, way: Way, keepsScroll = false) {
    const nth = ++navigations
    keepScroll()
    const view = isHashOnly(shown.view, place) ? { ...shown.view, place } : await load(place, way)
    if (nth !== navigations || !view) return
    if (way !== 'pop') {
      await layers.leave()
      if (nth !== navigations) return
      writeEntry(view.place, way)
      entry = view.place
    }
    show({ view: { ...view, keepsScroll }, isLoading: false })
  }

  /** Undefined if the page is elsewhere: a navigation to there has taken place. */
  async function load(place: Place, way: Way): Promise<View | undefined> {
    show({ isLoading: true })
    const url = urlOf(place)
    const nth = navigations
    const found = findPage(pages, url.pathname)
    let screen: Screen | undefined
    try {
      screen = await screenOf(found.page)
      const answer = await runLoader({ ...found, screen }, url, tools)
      if (!(answer instanceof Redirect)) return { ...found, place, screen, data: answer.data }
      if (nth === navigations)
        await open(newPlace(new URL(answer.to, url), place.index), way === 'pop' ? 'replace' : way)
      return undefined
    } catch (error) {
      return { ...found, place, ...(screen && { screen }), failure: { error } }
    }
  }

  /** The guard of text that would be lost on the way there. */
  const guardOf = (to: Address) => (guard?.isNeeded(shown.view.place, to) ? guard : null)

  const navigate: Navigate = async (to, { replace = false, state, preventScrollReset, staysHere } = {}) => {
    const url = new URL(to, urlOf(shown.view.place))
    if (isOtherDocument(url)) return replace ? location.replace(url) : location.assign(url)
    if (!staysHere && (await guardOf(url)?.ask()) === false) return
    const isAgain = url.href === location.href // makes no second entry, as in browsers
    const way = replace || isAgain ? 'replace' : 'push'
    await open(newPlace(url, way === 'push' ? entry.index + 1 : entry.index, state), way, preventScrollReset)
  }

  /** Waits for a step of our own in the history, which opens no page. */
  let stepped: (() => void) | null = null
  const step = (by: number) =>
    new Promise<void>((done) => {
      stepped = done
      history.go(by)
    })
  function takeOwnStep() {
    if (!stepped) return false
    entry = entryNow(entry)
    stepped()
    stepped = null
    return true
  }

  /** The browser has changed the address already. So a page with unsent text gets its address back while it asks. */
  async function followHistory() {
    entry = entryNow(entry)
    const place = entry
    const by = place.index - shown.view.place.index
    const asking = by === 0 ? null : guardOf(place)
    if (asking) {
      navigations++ // what was loading comes to nothing
      show({ isLoading: false })
      await step(-by)
      if (!(await asking.ask())) return
      await step(by)
    }
    await open(place, 'pop')
  }

  startScroll()
  addEventListener('popstate', () => {
    if (!takeOwnStep() && !layers.takeStep(shown.view.place.key)) void followHistory()
  })
  if (needsLoader) void open(entry, 'replace')
  return {
    shown: () => shown,
    listen: (listener) => {
      listeners.add(listener)
      listener(shown)
      return () => listeners.delete(listener)
    },
    navigate,
    guardPage(added) {
      guard = added
    },
  }
}

const isHashOnly = ({ place: now, screen, failure }: View, to: Place) =>
  screen !== undefined &&
  !failure &&
  now.pathname === to.pathname &&
  now.search === to.search &&
  (to.hash !== '' || now.hash !== '')
