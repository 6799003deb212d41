import { useEffect } from 'react'
import { create } from 'zustand'
import { makeTurns } from '#web/api/in-turn.ts'
import { act } from '#web/api/use-action.ts'
import { accountNow, useSession } from '#web/session/session.ts'
import { append, appendOfGuest, fetchPlaylist, MOST, remove, replace } from './playlist-server.ts'
import { readOwner, writeOwner } from './playlist-owner.ts'
import { KEY, readEntries, writeEntries } from './playlist-storage.ts'
import { joined, placed, without, type Entry } from './playlist.ts'

/**
 * A change of the list: `apply` shows it at once, `send` tells the server. `added` is the number of entries that the
 * server took.
 */
type Change = {
  apply: (entries: Entry[]) => Entry[]
  send: () => Promise<{ version: number; previous: number; added?: number }>
}

const usePlaylistState = create<{ entries: Entry[] }>(() => ({ entries: readEntries() }))

/** The server's list as last loaded; for a guest, the whole list. */
let synced = readEntries()
let version = 0
let syncedAccount: number | null = null
/** Changes that are shown but not yet answered by the server. Removing one from here undoes it. */
let pending: Change[] = []

const me = () => accountNow() ?? null

function show() {
  const entries = pending.reduce((list, { apply }) => apply(list), synced)
  usePlaylistState.setState({ entries })
  return entries
}

/** Stores the list. Without storage the account's list is still on the server. */
function store() {
  const entries = show()
  try {
    writeEntries(entries)
  } catch {
    // without storage the list lasts as long as this page
  }
}

/** Changes are sent one after the other, because each needs the version of the last. */
const inTurn = makeTurns()

async function reload() {
  const account = me()
  const list = await fetchPlaylist()
  if (me() !== account) throw new Error('somebody else is signed in')
  version = list.version
  synced = list.entries
  syncedAccount = account
}

async function syncNow() {
  const account = me()
  const owner = readOwner()
  const whose = owner ?? syncedAccount
  if (whose !== null && whose !== account) forget()
  if (account === null) return
  if (owner === null) await appendOfGuest(readEntries())
  if (me() !== account) return
  await reload()
  writeOwner(account)
  store()
}

/** Drops the list of a person who has signed out. */
function forget() {
  synced = []
  pending = []
  syncedAccount = null
  writeOwner(null)
  store()
}

let syncing: { account: number | null; done: Promise<void> } | undefined

/** Brings the list in line with the signed-in account and the server. Concurrent callers share one sync. */
export function sync(): Promise<void> {
  const account = me()
  if (syncing?.account === account) return syncing.done
  const done = inTurn(syncNow).finally(() => {
    if (syncing?.done === done) syncing = undefined
  })
  syncing = { account, done }
  return done
}

/** Resolves to the number of new entries. Rejects when the change failed; the list is then as before. */
async function change(made: Change): Promise<number> {
  const account = me()
  if (account === null) return changeLocally(made)
  pending.push(made)
  store()
  try {
    return await inTurn(() => changeOnServer(made, account))
  } finally {
    pending = pending.filter((other) => other !== made)
    store()
  }
}

function changeLocally({ apply }: Change) {
  const before = readEntries() // another tab may have changed the list
  const entries = apply(before)
  writeEntries(entries)
  synced = entries
  show()
  return entries.length - before.length
}

async function changeOnServer({ apply, send }: Change, account: number) {
  if (syncedAccount !== account || readOwner() !== account) await syncNow()
  if (me() !== account) throw new Error('somebody else is signed in')
  const reply = await send()
  const made = apply(synced)
  const added = made.length - synced.length
  const isAll = reply.added === undefined || reply.added === added
  const isKnown = reply.previous === version
  version = reply.version
  synced = made
  if (!isAll || !isKnown) await reload().catch(() => {}) // the change is done; a later look brings other changes
  return reply.added ?? added
}

const reordering = (apply: Change['apply']): Change => ({
  apply,
  send: () => replace(() => ({ version, entries: apply(synced) }), reload),
})

/** Shows no message. Resolves to the number of new entries; rejects when it fails. */
export async function addToPlaylist(entries: Entry[]) {
  const apply = (list: Entry[]) => joined(list, entries).slice(0, MOST)
  const { entries: shown } = usePlaylistState.getState()
  if (shown.length >= MOST && without(entries, shown).length) throw new Error('there is no room')
  return change({ apply, send: () => append(entries) })
}

export async function removeFromPlaylist(audioUrl: string) {
  const gone = usePlaylistState.getState().entries.filter((entry) => entry.audioUrl === audioUrl)
  if (gone[0]) await attempt({ apply: (list) => without(list, gone), send: () => remove(gone[0]!) })
}

export async function movePlaylistEntry(from: number, to: number) {
  const entry = usePlaylistState.getState().entries[from]
  if (entry) await attempt(reordering((list) => placed(list, entry, to)))
}

/** Removes the entries that are shown. Entries that another device adds meanwhile stay. */
export async function clearPlaylist() {
  const { entries } = usePlaylistState.getState()
  await attempt(reordering((list) => without(list, entries)))
}

const attempt = (made: Change) => act({ send: change, failure: () => "Couldn't update the playlist" }, made)

/** The entries in playing order. Each use loads changes from other devices. */
export function usePlaylist(): Entry[] {
  const account = useSession((session) => session.auth?.userId)
  useEffect(() => void sync().catch(() => {}), [account]) // if it fails, the stored list is shown
  return usePlaylistState((state) => state.entries)
}

function onStorage({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  synced = readEntries()
  show()
}
if (!import.meta.env.SSR) addEventListener('storage', onStorage)
