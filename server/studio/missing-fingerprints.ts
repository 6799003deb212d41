import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { presentFile } from '#server/items/index.ts'
import type { Taker } from '#server/jobs/due.ts'
import { MediaError } from '#server/media/audio.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { matchAll, madeFingerprints, makeFingerprint } from './fingerprints.ts'
import { copyTo } from './local-file.ts'
import { fingerprintTracks } from './pack-steps.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'make-missing-fingerprint': { itemId: number }
  }
}

const LOST_AFTER = 45 * 60_000
const PAUSE = 30 * 60_000
const MOST_ATTEMPTS = 3

/**
 * Makes the fingerprints of items from before there were any, one item after the other: new uploads must not wait behind
 * thousands of them. Each job takes the next item, and the round takes one when no job is at work.
 */
export const missingFingerprintTaker: Taker = {
  name: 'missing fingerprints',
  async takeDue(app, now) {
    await app.db.transaction().execute((tx) => takeNext(app, tx, now))
    return 0 // one at a time
  },
}

async function takeNext(app: App, tx: Tx, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtext('missing fingerprints'))`.execute(tx)
  const working = tx.selectFrom('missingFingerprint').where('takenUntil', '>', now).select('itemId')
  if (await working.executeTakeFirst()) return
  const next = await tx
    .selectFrom('missingFingerprint')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('itemId')
    .select('itemId')
    .limit(1)
    .executeTakeFirst()
  if (!next) return
  const takenUntil = new Date(now.getTime() + LOST_AFTER)
  await tx.updateTable('missingFingerprint').set({ takenUntil }).where('itemId', '=', next.itemId).execute()
  await app.enqueue(tx, 'make-missing-fingerprint', next, { jobKey: `missing fingerprint ${next.itemId}` })
}

/** Fingerprints that were saved before a crash are not made again. */
export async function makeMissingFingerprint(app: App, { itemId }: { itemId: number }) {
  const item = await findMissing(app, itemId)
  if (item === undefined) return // another job was faster
  const outcome = await tryToMake(app, item)
  await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    if (outcome.done) await outcome.save(tx)
    const row = tx.deleteFrom('missingFingerprint').where('itemId', '=', itemId)
    if (outcome.done) await row.execute()
    else await postpone(tx, item, outcome.error, now)
    await takeNext(app, tx, now)
  })
}

const findMissing = ({ db }: App, itemId: number) =>
  db
    .selectFrom('missingFingerprint')
    .innerJoin('item', 'item.id', 'missingFingerprint.itemId')
    .where('item.id', '=', itemId)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.deletedAt', 'missingFingerprint.attempts'])
    .executeTakeFirst()
type Missing = NonNullable<Awaited<ReturnType<typeof findMissing>>>

async function tryToMake(app: App, item: Missing) {
  try {
    if (item.deletedAt === null) await makers[item.kind](app, item)
    return { done: true as const, save: item.deletedAt === null ? await matchAll(app, item) : async () => {} }
  } catch (error) {
    return { done: false as const, error }
  }
}

type Maker = (app: App, item: Pick<Missing, 'id' | 'kind' | 'ownerId'>) => Promise<void>

const makeOfBeat: Maker = async (app, item) => {
  const master = await presentFile(app.db, 'master').where('itemFile.itemId', '=', item.id).executeTakeFirst()
  if (!master || (await madeFingerprints(app.db, item.id, master.id)).has(null)) return
  await withWorkFolder(app, async (folder) => {
    const source = join(folder, 'master')
    await copyTo(app, master.storageKey, source)
    const save = await makeFingerprint(item, { itemId: item.id, trackId: null, fileId: master.id }, source)
    await app.db.transaction().execute(save)
  })
}

const makers: Record<ItemKind, Maker> = {
  beat: makeOfBeat,
  pack: (app, item) => fingerprintTracks(app, { ...item, isProposal: false }, async () => {}),
  kit: async () => {},
}

/** A file that can't be decoded stays without. Anything else is tried again later. */
async function postpone(tx: Tx, { id, attempts }: Missing, error: unknown, now: Date) {
  const isOver = error instanceof MediaError || attempts + 1 >= MOST_ATTEMPTS
  await tx
    .updateTable('missingFingerprint')
    .set({
      attempts: attempts + 1,
      takenUntil: null,
      dueAt: isOver ? null : new Date(now.getTime() + PAUSE),
      failure: error instanceof Error ? error.message : String(error),
    })
    .where('itemId', '=', id)
    .execute()
}
