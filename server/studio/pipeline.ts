import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { setProposal, setState } from '#server/items/index.ts'
import type { Taker } from '#server/jobs/due.ts'
import { MediaError } from '#server/media/audio.ts'
import { openReview, proposeChange } from '#server/moderation/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import * as beat from './beat-steps.ts'
import { cover } from './cover-step.ts'
import type { DoStep, ItemInHand } from './item-in-hand.ts'
import * as kit from './kit-steps.ts'
import {
  begin,
  endSteps,
  finish,
  giveUp,
  isPlanned,
  lostAt,
  OURS,
  postpone,
  stepsOf,
  type JobRow,
  type Step,
} from './media-jobs.ts'
import * as pack from './pack-steps.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'process-item': { itemId: number }
  }
}

/** The pauses after a temporary failure. The fourth failure is final. */
const PAUSES = [60_000, 5 * 60_000, 30 * 60_000]
const BATCH = 50

const steps: Record<ItemKind, Partial<Record<Step, DoStep>>> = {
  beat: { check: beat.check, cover, preview: beat.preview, mp3: beat.mp3, fingerprint: beat.fingerprint },
  pack: { check: pack.check, preview: pack.preview, cover, mp3: pack.mp3, fingerprint: pack.fingerprint },
  kit: { check: kit.check, preview: kit.preview, cover },
}

/** One job waits for an item, however often it is asked for. One that runs does not count: the next takes over its step. */
export const askFor = (app: Pick<App, 'enqueue'>, tx: Tx, itemId: number) =>
  app.enqueue(tx, 'process-item', { itemId }, { jobKey: `process-item ${itemId}` })

/**
 * Does the steps of an item that are not done yet, also those that are planned meanwhile: a worker that finds its step begun
 * by another one leaves all others to it. After a crash the next worker goes on with the step that was cut off.
 */
export async function processItem(app: App, { itemId }: { itemId: number }) {
  for (;;) {
    const job = (await stepsOf(app.db, itemId)).find(({ state }) => state !== 'done')
    if (!job) return sendToReview(app, itemId)
    const item = await inHand(app.db, itemId).executeTakeFirst()
    if (!item) return app.db.transaction().execute((tx) => endUnwanted(app, tx, itemId))
    if (job.state === 'failed' || (job.dueAt && job.dueAt > app.clock.now())) return
    if (!(await doStep(app, job, item))) return
  }
}

/**
 * Ends the steps of an item that was deleted or sold meanwhile, or whose change was taken back. What failed keeps its
 * steps: Try again goes on with them.
 */
async function endUnwanted(app: App, tx: Tx, itemId: number) {
  await lockRow(tx, itemId)
  const wanted = await tx
    .selectFrom('item')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')
    .where('item.id', '=', itemId)
    .where('item.deletedAt', 'is', null)
    .where((or) => or.or([or('item.status', 'in', ['processing', 'failed']), or('proposal.itemId', 'is not', null)]))
    .select('item.id')
    .executeTakeFirst()
  if (!wanted) await endSteps(tx, [itemId], app.clock.now())
}

async function doStep(app: App, waiting: JobRow, item: ItemInHand) {
  const job = await begin(app.db, waiting, app.clock.now())
  if (!job) return !(await isPlanned(app.db, waiting)) // others have taken its place
  try {
    const save = await steps[item.kind][job.step as Step]!(app, item, job)
    await app.db.transaction().execute(async (tx) => {
      await save(tx)
      await finish(tx, job, app.clock.now())
    })
    return true
  } catch (error) {
    await fail(app, job, item, error)
    return false
  }
}

/** A fault of the file ends it with the reason. Anything else is tried again later. */
async function fail(app: App, job: JobRow, item: ItemInHand, error: unknown) {
  const isOfFile = error instanceof MediaError
  const pause = PAUSES[job.attempts - 1]
  const now = app.clock.now()
  const message = error instanceof Error ? error.message : String(error)
  if (!isOfFile && pause !== undefined) return postpone(app.db, job, message, new Date(now.getTime() + pause))
  const reason = isOfFile ? message : OURS
  await app.db.transaction().execute(async (tx) => {
    if (!(await lockInHand(tx, item.id))) return endUnwanted(app, tx, item.id)
    if (!(await giveUp(tx, job, reason, now))) return
    if (item.isProposal) await setProposal(tx, item.id, 'failed', reason)
    else await setState(tx, item.id, 'failed', { now, reason })
    await notify(app, tx, {
      accountId: item.ownerId,
      topic: 'system',
      title: `${item.isProposal ? 'The change of ' : ''}${item.title} could not be processed`,
      message: reason,
      relatedType: 'SYSTEM',
    })
  })
}

/** An item in processing, or one on sale with a change in processing. */
const inHand = (db: Db | Tx, itemId: number) =>
  db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('voiceTag', 'voiceTag.accountId', 'item.ownerId')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')
    .where('item.id', '=', itemId)
    .where('item.deletedAt', 'is', null)
    .where((or) => or.or([or('item.status', '=', 'processing'), or('proposal.state', '=', 'processing')]))
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.slug', 'item.title'])
    .select([
      'item.bpm',
      'item.musicKey',
      'style.line',
      'account.handle as artist',
      'voiceTag.storageKey as voiceTagKey',
    ])
    .select([
      sql<string | null>`coalesce(proposal.cover_key, item.cover_key)`.as('coverKey'),
      sql<boolean>`coalesce(proposal.has_tag, item.has_tag)`.as('hasTag'),
      sql<boolean>`item.status <> 'processing'`.as('isProposal'),
    ])

/** Locks the item before its steps and its review, as all others do. */
async function lockInHand(tx: Tx, itemId: number) {
  await lockRow(tx, itemId)
  return inHand(tx, itemId).executeTakeFirst()
}

const lockRow = (tx: Tx, itemId: number) =>
  tx.selectFrom('item').where('id', '=', itemId).select('id').forNoKeyUpdate().execute()

const sendToReview = (app: App, itemId: number) =>
  app.db.transaction().execute(async (tx) => {
    const item = await lockInHand(tx, itemId)
    const steps = await stepsOf(tx, itemId)
    if (!item || steps.some(({ state }) => state !== 'done')) return // it has got other steps
    const now = app.clock.now()
    if (item.isProposal) {
      await setProposal(tx, itemId, 'ready')
      await proposeChange(tx, itemId, { hasFiles: true }, now)
    } else {
      await setState(tx, itemId, 'pending', { now })
      await openReview(tx, itemId, now)
    }
  })

/** Enqueues items whose pause is over, and items whose job was lost. */
export const mediaTaker: Taker = {
  name: 'media jobs',
  takeDue: (app, now) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ itemId: number }>`update media_job set due_at = null, lost_at = ${lostAt(now)}
        where id in (select id from media_job
          where (state = 'waiting' and due_at <= ${now})
            or (state in ('waiting', 'running') and due_at is null and lost_at <= ${now})
          order by id limit ${BATCH} for update skip locked) returning item_id`.execute(tx)
      for (const itemId of new Set(rows.map((row) => row.itemId))) await askFor(app, tx, itemId)
      return rows.length
    }),
}
