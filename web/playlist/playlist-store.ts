import { useEffect } from 'react'
import { create } from 'zustand'
import { makeTurns } from '#web/api/in-turn.ts'
import { act } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { append, appendOfGuest, fetchPlaylist, MOST, remove, replace } from './playlist-server.ts'
import { ownerOf, writeOwner } from './playlist-owner.ts'
import { KEY, readEntries, writeEntries } from './playlist-storage.ts'
import { joined, placed, without, type Entry } from './playlist.ts'

/** Shown at once; `send` tells the server, and whether it did all of that. */
type Change = {
  apply: (entries: Entry[]) => Entry[]
  send: () => Promise<{ version: number; previous: number; added?: number }>
}

const usePlaylistState = create<{ entries: Entry[] }>(() => ({ entries: readEntries() }))

/** What is agreed with the server; a guest's is all there is. */
let base = readEntries()
let version = 0
let agreedWith: number | null = null
/** Shown already, and still on their way: who takes one out of here has undone it. */
let pending: Change[] = []

const me = () => useSession.getState().auth?.userId ?? null

function show() {
  const entries = pending.reduce((list, { apply }) => apply(list), base)
  usePlaylistState.setState({ entries })
  return entries
}

/** The account's list is safe even where the browser keeps nothing. */
function keep() {
  const entries = show()
  try {
    writeEntries(entries)
  } catch {
    // storage is full or closed to us: the list lasts as long as this page
  }
}

/** The server is told of one version after the other. */
const inTurn = makeTurns()

async function reload() {
  const asker = me()
  const list = await fetchPlaylist()
  if (me() !== asker) throw new Error('somebody else is signed in')
  version = list.version
  base = list.entries
  agreedWith = asker
}

async function agreeNow() {
  const asker = me()
  const owner = ownerOf()
  const whose = owner ?? agreedWith
  if (whose !== null && whose !== asker) forget()
  if (asker === null) return
  if (owner === null) await appendOfGuest(readEntries())
  if (me() !== asker) return
  await reload()
  writeOwner(asker)
  keep()
}

/** What belonged to somebody who is not signed in any more. */
function forget() {
  base = []
  pending = []
  agreedWith = null
  writeOwner(null)
  keep()
}

let agreeing: { asker: number | null; done: Promise<void> } | undefined

/** With the server, and with who is signed in. */
export function agree(): Promise<void> {
  const asker = me()
  if (agreeing?.asker === asker) return agreeing.done
  const done = inTurn(agreeNow).finally(() => {
    if (agreeing?.done === done) agreeing = undefined
  })
  agreeing = { asker, done }
  return done
}

/** Rejects when it could not be done; the list is then as it was. */
async function change(made: Change): Promise<void> {
  const asker = me()
  if (asker === null) return changeHere(made)
  pending.push(made)
  keep()
  try {
    await inTurn(() => changeThere(made, asker))
  } finally {
    pending = pending.filter((other) => other !== made)
    keep()
  }
}

function changeHere({ apply }: Change) {
  const entries = apply(readEntries()) // another tab may have changed it since
  writeEntries(entries)
  base = entries
  show()
}

async function changeThere({ apply, send }: Change, asker: number) {
  if (agreedWith !== asker || ownerOf() !== asker) await agreeNow()
  if (me() !== asker) throw new Error('somebody else is signed in')
  const reply = await send()
  const made = apply(base)
  const isAll = reply.added === undefined || reply.added === made.length - base.length
  const isKnown = reply.previous === version
  version = reply.version
  base = made
  if (!isAll || !isKnown) await reload().catch(() => {}) // it is done; what else is new comes with the next look
}

const arranged = (apply: Change['apply']): Change => ({
  apply,
  send: () => replace(() => ({ version, entries: apply(base) }), reload),
})

/** Says nothing itself: rejects when it fails. */
export async function addToPlaylist(entries: Entry[]) {
  const apply = (list: Entry[]) => joined(list, entries).slice(0, MOST)
  const { entries: shown } = usePlaylistState.getState()
  if (shown.length >= MOST && without(entries, shown).length) throw new Error('there is no room')
  await change({ apply, send: () => append(entries) })
}

export async function removeFromPlaylist(audioUrl: string) {
  const gone = usePlaylistState.getState().entries.filter((entry) => entry.audioUrl === audioUrl)
  if (gone[0]) await attempt({ apply: (list) => without(list, gone), send: () => remove(gone[0]!) })
}

export async function movePlaylistEntry(from: number, to: number) {
  const entry = usePlaylistState.getState().entries[from]
  if (entry) await attempt(arranged((list) => placed(list, entry, to)))
}

/** All that is shown: what another device adds meanwhile stays. */
export async function clearPlaylist() {
  const { entries } = usePlaylistState.getState()
  await attempt(arranged((list) => without(list, entries)))
}

const attempt = (made: Change) => act({ send: change, failure: () => "Couldn't update the playlist" }, made)

/** In the order of playing. Whoever looks gets what other devices have changed. */
export function usePlaylist(): Entry[] {
  const account = useSession((session) => session.auth?.userId)
  useEffect(() => void agree().catch(() => {}), [account]) // else the local copy has to do
  return usePlaylistState((state) => state.entries)
}

function onStorage({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  base = readEntries()
  show()
}
if (!import.meta.env.SSR) addEventListener('storage', onStorage)
