import { sql } from 'kysely'
import { PLAYLIST_MOST, type SoundRef } from '#contract/listening.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'

export const versionOf = async (db: Db, accountId: number) =>
  (await db.selectFrom('playlist').where('accountId', '=', accountId).select('version').executeTakeFirst())?.version ??
  0

export const entriesOf = (db: Db, accountId: number): Promise<SoundRef[]> =>
  db
    .selectFrom('playlistEntry')
    .where('accountId', '=', accountId)
    .select(['itemId', 'trackId'])
    .orderBy('place')
    .execute()

/** Locks the list, so that changes from several devices run one after the other. */
const changing = <T>(db: Db, accountId: number, act: (tx: Tx, previous: number) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ version: number }>`insert into playlist (account_id) values (${accountId})
      on conflict (account_id) do update set version = playlist.version returning version`.execute(tx)
    return act(tx, rows[0]!.version)
  })

async function raise(tx: Tx, accountId: number, previous: number) {
  await tx
    .updateTable('playlist')
    .where('accountId', '=', accountId)
    .set({ version: previous + 1 })
    .execute()
  return { version: previous + 1, previous }
}

export const replaceEntries = (
  db: Db,
  accountId: number,
  { version, entries }: { version: number; entries: SoundRef[] },
) =>
  changing(db, accountId, async (tx, previous) => {
    if (previous !== version)
      throw conflict('playlist_changed', 'Your playlist was changed on another device meanwhile.')
    await tx.deleteFrom('playlistEntry').where('accountId', '=', accountId).execute()
    await insert(tx, accountId, entries, 0)
    return raise(tx, accountId, previous)
  })

/**
 * Puts the entries into a new order. A device does not see entries that are hidden at the moment; each of them stays
 * behind the entry before it, as far as there is room. An empty order empties the list.
 */
export function reordered(wanted: SoundRef[], { there, audible }: { there: SoundRef[]; audible: SoundRef[] }) {
  const heard = new Set(audible.map(nameOf))
  const allowed = new Set([...audible, ...there].map(nameOf))
  const order = new Map(wanted.filter((entry) => allowed.has(nameOf(entry))).map((entry) => [nameOf(entry), entry]))
  const list = [...order.values()]
  if (wanted.length === 0) return list
  there.forEach((entry, at) => {
    if (heard.has(nameOf(entry)) || order.has(nameOf(entry)) || list.length >= PLAYLIST_MOST) return
    const before = there[at - 1]
    list.splice(before ? list.findIndex((other) => nameOf(other) === nameOf(before)) + 1 : 0, 0, entry)
  })
  return list
}

export const appendEntries = (db: Db, accountId: number, entries: SoundRef[]) =>
  changing(db, accountId, async (tx, previous) => {
    const there = await entriesOf(tx, accountId)
    const known = new Set(there.map(nameOf))
    const fresh = entries.filter((entry) => !known.has(nameOf(entry)))
    const fitting = fresh.slice(0, PLAYLIST_MOST - there.length)
    if (fresh.length === 0) return { version: previous, previous, added: 0 }
    if (fitting.length === 0) throw conflict('playlist_full', `A playlist holds at most ${PLAYLIST_MOST} tracks.`)
    await insert(tx, accountId, fitting, await nextPlace(tx, accountId))
    return { ...(await raise(tx, accountId, previous)), added: fitting.length }
  })

export const removeEntry = (db: Db, accountId: number, { itemId, trackId }: SoundRef) =>
  changing(db, accountId, async (tx, previous) => {
    const { numDeletedRows: gone } = await tx
      .deleteFrom('playlistEntry')
      .where('accountId', '=', accountId)
      .where('itemId', '=', itemId)
      .where('trackId', 'is not distinct from', trackId)
      .executeTakeFirstOrThrow()
    return gone ? raise(tx, accountId, previous) : { version: previous, previous }
  })

const nextPlace = async (tx: Tx, accountId: number) =>
  (
    await tx
      .selectFrom('playlistEntry')
      .where('accountId', '=', accountId)
      .select(sql<number>`coalesce(max(place) + 1, 0)`.as('place'))
      .executeTakeFirstOrThrow()
  ).place

async function insert(tx: Tx, accountId: number, entries: SoundRef[], from: number) {
  if (entries.length === 0) return
  await tx
    .insertInto('playlistEntry')
    .values(entries.map(({ itemId, trackId }, index) => ({ accountId, itemId, trackId, place: from + index })))
    .execute()
}

const nameOf = ({ itemId, trackId }: SoundRef) => `${itemId} ${trackId ?? ''}`
