import type { Heard } from '#contract/studio-upload.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { MediaError } from '#server/media/audio.ts'
import { runSound } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { withLocalFile } from './local-file.ts'

/** A beat of less is no beat; one of more is a mix or an hour of silence. */
const SHORTEST_MS = 5_000
const LONGEST_MS = 15 * 60_000
const KEPT = 2 * 24 * 60 * 60_000
const BATCH = 1_000

/** Everything that was heard in a sound file; peaks in base64. */
export type Facts = Heard & { mini: string }

/** Decodes a stored sound once, and remembers what was heard by the hash of the file. */
export async function hear(app: App, { storageKey, sha256 }: { storageKey: string; sha256: Buffer }): Promise<Facts> {
  const known = await app.db.selectFrom('heardSound').where('sha256', '=', sha256).select('facts').executeTakeFirst()
  if (known) return known.facts as Facts
  const found = await withLocalFile(app, storageKey, (source) => runSound('inspect', { source }))
  if (found.durationMs < SHORTEST_MS) throw new MediaError('This file is shorter than 5 seconds.')
  if (found.durationMs > LONGEST_MS) throw new MediaError('This file is longer than 15 minutes.')
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const facts: Facts = {
    durationInSeconds: found.durationMs / 1000,
    sampleRate: found.loudness.sampleRate,
    peakDb: round(found.loudness.peakDb),
    rmsDb: round(found.loudness.rmsDb),
    clips: found.loudness.clips,
    bpm: found.suggestions.bpm,
    key: found.suggestions.key,
    wave: { full: base64(found.peaks.full), low: base64(found.peaks.low) },
    mini: base64(found.mini),
  }
  await remember(app.db, sha256, facts, new Date(app.clock.now().getTime() + KEPT))
  return facts
}

const round = (value: number) => Math.round(value * 10) / 10

const remember = (db: Db | Tx, sha256: Buffer, facts: Facts, dueAt: Date) =>
  db
    .insertInto('heardSound')
    .values({ sha256, facts: JSON.stringify(facts), dueAt })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ dueAt }))
    .execute()

export const heardTaker: Taker = {
  name: 'sweep heard sounds',
  async takeDue({ db }, now) {
    const { numDeletedRows } = await db
      .deleteFrom('heardSound')
      .where('sha256', 'in', (due) =>
        due.selectFrom('heardSound').where('dueAt', '<=', now).select('sha256').limit(BATCH).forUpdate().skipLocked(),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
