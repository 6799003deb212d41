import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'

/** Far longer than a step may take, so that a worker that still runs is never doubled. */
const LOST_AFTER = 45 * 60_000
/** Workers rest on the job queue. Rows that are not done by this time are handed out again. */
export const lostAt = (now: Date) => new Date(now.getTime() + LOST_AFTER)

/** Said after failures that are not the file's. Only these can end otherwise when they are tried again. */
export const OURS = 'Something went wrong on our side. Press Try again; your file is safe.'

export type Step = 'check' | 'cover' | 'preview' | 'mp3' | 'fingerprint'
/**
 * The steps of each kind, in their order. The cover of a pack or kit is made after the preview: without a picture, the
 * sound draws it. MP3s carry the cover.
 */
const STEPS: Record<ItemKind, Step[]> = {
  beat: ['check', 'cover', 'preview', 'mp3', 'fingerprint'],
  pack: ['check', 'preview', 'cover', 'mp3', 'fingerprint'],
  kit: ['check', 'preview', 'cover'],
}
type Stepped = { id: number; kind: ItemKind }

/** The seller sent this for a step: the key of a picture, the beats that tracks of a pack may lead to. */
export type Source = { coverKey?: string | undefined; beatIds?: number[] }

type Sources = Partial<Record<Step, Source>>

/** Ends the steps of items and removes the files that were sent for them. */
export async function endSteps(tx: Tx, itemIds: number[], now: Date) {
  const former = await tx
    .deleteFrom('mediaJob')
    .where(sql<boolean>`item_id = any(${itemIds}::bigint[])`)
    .returning(['source', 'state'])
    .execute()
  const unused = former.filter(({ state }) => state !== 'done').map(({ source }) => (source as Source).coverKey)
  const sent = unused.filter((key) => key !== undefined)
  await forgetFiles(tx, sent, now)
}

/** Writes the steps of an item. They replace the steps of an earlier run. */
export async function planSteps(tx: Tx, item: Stepped, sources: Sources, now: Date) {
  await endSteps(tx, [item.id], now)
  await tx
    .insertInto('mediaJob')
    .values(
      STEPS[item.kind].map((step, position) => ({
        itemId: item.id,
        position,
        step,
        source: JSON.stringify(sources[step] ?? {}),
        lostAt: lostAt(now),
      })),
    )
    .execute()
}

export const stepsOf = (db: Db | Tx, itemId: number) =>
  db.selectFrom('mediaJob').where('itemId', '=', itemId).selectAll().orderBy('position').execute()
export type JobRow = Awaited<ReturnType<typeof stepsOf>>[number]

/**
 * Plans steps anew, because the seller replaced the files that they work on. Other steps stay, and those that failed
 * wait again.
 */
export async function planAgain(tx: Tx, item: Stepped, steps: Step[], sources: Sources, now: Date) {
  const replaced = await tx
    .deleteFrom('mediaJob')
    .where('itemId', '=', item.id)
    .where('step', 'in', steps)
    .returning(['step', 'state', 'source'])
    .execute()
  const sent = replaced.find(({ step, state }) => step === 'cover' && state !== 'done')?.source as Source | undefined
  if (sent?.coverKey) await forgetFiles(tx, [sent.coverKey], now)
  await waitAgain(tx, item.id, now)
  await tx
    .insertInto('mediaJob')
    .values(
      steps.map((step) => ({
        itemId: item.id,
        position: STEPS[item.kind].indexOf(step),
        step,
        source: JSON.stringify(sources[step] ?? {}),
        lostAt: lostAt(now),
      })),
    )
    .execute()
}

/**
 * Begins a step, and takes it over from a worker that has begun it before. Nothing: its item was deleted, other files have
 * taken the place of those that it works on, or another worker has begun it just now.
 */
export const begin = (db: Db, { id, attempts }: JobRow, now: Date) =>
  atWork(db, { id, attempts })
    .where('state', 'in', ['waiting', 'running'])
    .set({ state: 'running', attempts: attempts + 1, startedAt: now, failure: '', lostAt: lostAt(now) })
    .returningAll()
    .executeTakeFirst()

/** The step as long as this attempt is the last one: a worker whose step was taken over changes nothing more. */
const atWork = (db: Db | Tx, { id, attempts }: Pick<JobRow, 'id' | 'attempts'>) =>
  db.updateTable('mediaJob').where('id', '=', id).where('attempts', '=', attempts)

export const isPlanned = async (db: Db, { id }: JobRow) =>
  (await db.selectFrom('mediaJob').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

/** A step of many files says after each that it is still at work. It saves nothing more once its item is deleted. */
export async function goOn(tx: Tx, job: JobRow, now: Date) {
  const { numUpdatedRows } = await atWork(tx, job)
    .set({ lostAt: lostAt(now) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(ENDED)
}
const ENDED = 'This step has ended, or another worker does it.'

export async function finish(tx: Tx, job: JobRow, now: Date) {
  const { numUpdatedRows } = await atWork(tx, job).set({ state: 'done', finishedAt: now }).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(ENDED)
}

export const postpone = (db: Db, job: JobRow, failure: string, dueAt: Date) =>
  atWork(db, job).set({ state: 'waiting', failure, dueAt }).execute()

/** Ends a step, and the steps behind it rest: without a time at which they are lost. False: others have taken its place. */
export async function giveUp(tx: Tx, job: JobRow, failure: string, now: Date) {
  const { numUpdatedRows } = await atWork(tx, job).set({ state: 'failed', failure, finishedAt: now }).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const behind = tx.updateTable('mediaJob').where('itemId', '=', job.itemId).where('state', '=', 'waiting')
  await behind.set({ lostAt: null }).execute()
  return true
}

/** Steps that failed wait again, from the beginning of their attempts, and with them the steps that rest behind. */
export const waitAgain = (tx: Tx, itemId: number, now: Date) =>
  tx
    .updateTable('mediaJob')
    .set({ state: 'waiting', attempts: 0, failure: '', dueAt: null, lostAt: lostAt(now) })
    .where('itemId', '=', itemId)
    .where((or) => or.or([or('state', '=', 'failed'), or('state', '=', 'waiting').and('lostAt', 'is', null)]))
    .execute()
