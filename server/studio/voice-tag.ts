import { join } from 'node:path'
import { sql } from 'kysely'
import type { studio } from '#contract/studio.ts'
import type { VoiceTag } from '#contract/voice-tag.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { signedUrl, type FindFile } from '#server/http/signed-files.ts'
import { throttle } from '#server/http/throttle.ts'
import { MediaError } from '#server/media/audio.ts'
import { runSound } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { takeUpload } from '#server/uploads/take.ts'
import { expectContent } from './expect-content.ts'
import type { ItemInHand } from './item-in-hand.ts'
import { copyTo, withLocalFile } from './local-file.ts'

const LONGEST_MS = 5_000
const SHORTEST_MS = 300
const BY_ACCOUNT = { name: 'voice tags by account', max: 60, seconds: 3600 }

export const voiceTagRoutes = (app: App): Handlers<(typeof studio)['voiceTag']> => ({
  show: ({ viewer }) => present(app, viewer.id),

  async set({ viewer, files }) {
    await throttle(app, BY_ACCOUNT, String(viewer.id))
    const durationMs = await lengthOf(app, files.tag)
    await app.db.transaction().execute(async (tx) => {
      const now = app.clock.now()
      const { storageKey } = await takeUpload(tx, files.tag.id, viewer.id, 'voiceTag')
      await lockTag(tx, viewer.id)
      await removeTag(tx, viewer.id, now)
      const row = { accountId: viewer.id, storageKey, durationMs, createdAt: now }
      await tx.insertInto('voiceTag').values(row).execute()
    })
    return present(app, viewer.id)
  },

  async remove({ viewer }) {
    await app.db.transaction().execute((tx) => removeTag(tx, viewer.id, app.clock.now()))
    return present(app, viewer.id)
  },
})

/** The later one of two tags that are sent at once stays. Without a row there is nothing else to lock. */
const lockTag = (tx: Tx, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('voice tag'), ${accountId}::int)`.execute(tx)

/** Decodes the tag. A long one would leave nothing of the music to hear. */
async function lengthOf(app: App, upload: UploadRow) {
  const { storageKey, accountId } = upload
  if (storageKey === null) throw invalid({ tag: 'The file is still on its way.' })
  try {
    await expectContent(app, 'tag', { ...upload, storageKey })
    const hear = (source: string) => runSound('inspect', { source, longestMinutes: 1 }, accountId)
    const { durationMs } = await withLocalFile(app, storageKey, hear)
    if (durationMs > LONGEST_MS) throw invalid({ tag: 'A voice tag lasts 5 seconds at most.' })
    if (durationMs < SHORTEST_MS) throw invalid({ tag: 'This is too short to be heard.' })
    return durationMs
  } catch (error) {
    throw error instanceof MediaError ? invalid({ tag: error.message }) : error
  }
}

const tagOf = (db: Db, accountId: number) =>
  db.selectFrom('voiceTag').where('accountId', '=', accountId).select(['storageKey', 'durationMs']).executeTakeFirst()

async function present(app: App, accountId: number): Promise<VoiceTag> {
  const tag = await tagOf(app.db, accountId)
  if (!tag) return { tag: null }
  const url = signedUrl(app, { purpose: 'voiceTag', file: String(accountId), account: accountId })
  return { tag: { durationInSeconds: tag.durationMs / 1_000, url } }
}

/** Each account hears its own tag alone. */
export const findVoiceTag =
  (app: App): FindFile =>
  async (file, account) => {
    const tag = file === String(account) ? await tagOf(app.db, account) : undefined
    return tag ? { key: tag.storageKey } : null
  }

/** Previews that carry the tag already stay as they are. */
export async function removeTag(tx: Tx, accountId: number, now: Date) {
  const removed = await tx
    .deleteFrom('voiceTag')
    .where('accountId', '=', accountId)
    .returning('storageKey')
    .executeTakeFirst()
  if (removed) await forgetFiles(tx, [removed.storageKey], now)
}

/** Puts the seller's own tag into the folder of a step. Without one the preview carries the shop's. */
export async function tagIn(app: App, { hasTag, voiceTagKey }: ItemInHand, folder: string): Promise<{ tag?: string }> {
  if (!hasTag || voiceTagKey === null) return {}
  const tag = join(folder, 'voice-tag')
  await copyTo(app, voiceTagKey, tag)
  return { tag }
}
