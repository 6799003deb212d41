import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { isOwnedExclusively } from '#server/items/index.ts'

/** Finds which of these hashes belong to sounds that another seller sells, as a beat or as a track of a pack. */
export async function ofOthers(db: Db | Tx, accountId: number, hashes: Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from item_file join item on item.id = item_file.item_id
    where sha256 = any(${hashes}::bytea[]) and role in ('master', 'mp3') and item.owner_id <> ${accountId}
    union
    select sha256 from item_track join item on item.id = item_track.item_id
    where sha256 = any(${hashes}::bytea[]) and item.kind = 'pack' and item.owner_id <> ${accountId}`.execute(db)
  return rows.map((row) => row.sha256)
}

/** Whether a seller may keep these bytes. Of sellers that send them at this moment, only the first may. */
export async function claimAudio(tx: Tx, accountId: number, sha256: Buffer) {
  await sql`select pg_advisory_xact_lock(hashtext('audio'), hashtext(${sha256.toString('hex')}))`.execute(tx)
  return (await ofOthers(tx, accountId, [sha256])).length === 0
}

/**
 * Refuses bytes that another seller sells, and those of a sound whose exclusive rights somebody has bought. What was
 * replaced or taken out before that was not sold.
 */
export async function claimForBeat(tx: Tx, accountId: number, sha256: Buffer) {
  if (!(await claimAudio(tx, accountId, sha256))) throw conflict('known_audio', KNOWN_AUDIO)
  const { rows } = await sql`
    select from item_file where sha256 = ${sha256} and role = 'master' and is_present
      and ${isOwnedExclusively(sql`item_file.item_id`)}
    union all
    select from item_track where sha256 = ${sha256} and removed_at is null
      and ${isOwnedExclusively(sql`item_track.item_id`)} limit 1`.execute(tx)
  if (rows.length) throw conflict('sold_audio', 'Exactly this file was sold exclusively, so it can’t be sold again.')
}

export const KNOWN_AUDIO = 'Another seller has uploaded exactly this file.'
