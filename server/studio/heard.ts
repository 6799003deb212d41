import type { Heard } from '#contract/studio-upload.ts'
import type { Db } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { MediaError } from '#server/media/audio.ts'
import { runSound } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { withLocalFile } from './local-file.ts'

/** A beat of less is no beat; one of more is a mix or an hour of silence. */
const SHORTEST_MS = 5_000
const LONGEST_MINUTES = 15
const KEPT = 2 * 24 * 60 * 60_000
/** Shorter, because a file may also fail where too much is going on. */
const FAULT_KEPT = 60 * 60_000
const BATCH = 1_000

/** Everything that was heard in a sound file; peaks in base64. */
export type Facts = Heard & { mini: string }

type SoundFile = { storageKey: string; sha256: Buffer; accountId: number }

/** The files that this process is decoding, by their hashes. */
const underWay = new Map<string, Promise<Facts>>()

/** Decodes a stored sound once, and remembers what was heard, or why nothing was, by the hash of the file. */
export function hear(app: App, file: SoundFile): Promise<Facts> {
  const hash = file.sha256.toString('hex')
  const hearing = underWay.get(hash) ?? hearOnce(app, file).finally(() => underWay.delete(hash))
  underWay.set(hash, hearing)
  return hearing
}

async function hearOnce(app: App, file: SoundFile): Promise<Facts> {
  const now = app.clock.now()
  const known = await app.db
    .selectFrom('heardSound')
    .where('sha256', '=', file.sha256)
    .where('dueAt', '>', now)
    .select(['facts', 'fault'])
    .executeTakeFirst()
  if (known?.fault) throw new MediaError(known.fault)
  if (known) return known.facts as Facts
  try {
    const facts = await withLocalFile(app, file.storageKey, (source) => inspect(source, file.accountId))
    await remember(app.db, file.sha256, { facts, dueAt: new Date(now.getTime() + KEPT) })
    return facts
  } catch (error) {
    if (error instanceof MediaError)
      await remember(app.db, file.sha256, { fault: error.message, dueAt: new Date(now.getTime() + FAULT_KEPT) })
    throw error
  }
}

/** Decodes a beat. */
export async function inspect(source: string, accountId: number): Promise<Facts> {
  const found = await runSound('inspect', { source, longestMinutes: LONGEST_MINUTES }, accountId)
  if (found.durationMs < SHORTEST_MS) throw new MediaError('This file is shorter than 5 seconds.')
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return {
    durationInSeconds: found.durationMs / 1000,
    sampleRate: found.loudness.sampleRate,
    peakDb: round(found.loudness.peakDb),
    rmsDb: round(found.loudness.rmsDb),
    lufs: found.loudness.lufs === null ? null : round(found.loudness.lufs),
    clips: found.loudness.clips,
    bpm: found.suggestions.bpm,
    key: found.suggestions.key,
    wave: { full: base64(found.peaks.full), low: base64(found.peaks.low) },
    mini: base64(found.mini),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

const remember = (db: Db, sha256: Buffer, { facts, ...heard }: { facts?: Facts; fault?: string; dueAt: Date }) =>
  db
    .insertInto('heardSound')
    .values({ sha256, ...(facts && { facts: JSON.stringify(facts) }), ...heard })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet((row) => ({
        facts: row.ref('excluded.facts'),
        fault: row.ref('excluded.fault'),
        dueAt: row.ref('excluded.dueAt'),
      })),
    )
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
