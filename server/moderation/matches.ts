import { sql, type SqlBool } from 'kysely'
import type { MatchedSound, SoundMatch } from '#contract/submission.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { factColumns, isInUse, presentFacts } from '#server/items/index.ts'
import { COPY } from '#server/media/same-sound.ts'

const MOST = 100

/** The track was not removed; those of a proposed archive only wait. */
const isThere = (track: string, archive: string) =>
  sql<SqlBool>`(${sql.ref(`${track}.removedAt`)} is null or ${sql.ref(`${archive}.isProposed`)})`

/** Pairs of sounds of two sellers that are alike. Refused items, removed tracks and pairs that an admin has cleared are left out. */
const matches = (db: Db | Tx) =>
  db
    .selectFrom('fingerprint as own')
    .innerJoin('fingerprintMatch as match', 'match.fingerprintId', 'own.id')
    .innerJoin('fingerprint as other', 'other.id', 'match.otherId')
    .innerJoin('item as theirs', 'theirs.id', 'other.itemId')
    .innerJoin('itemFile as ownFile', 'ownFile.id', 'own.fileId')
    .innerJoin('itemFile as theirFile', 'theirFile.id', 'other.fileId')
    .leftJoin('itemTrack as ownTrack', 'ownTrack.id', 'own.trackId')
    .leftJoin('itemTrack as theirTrack', 'theirTrack.id', 'other.trackId')
    .where(isInUse('ownFile'))
    .where(isInUse('theirFile'))
    .where(isThere('ownTrack', 'ownFile'))
    .where(isThere('theirTrack', 'theirFile'))
    .where('theirs.deletedAt', 'is', null)
    .where((and) =>
      and.not(
        and.exists(
          and
            .selectFrom('clearedMatch as cleared')
            .whereRef('cleared.fingerprintId', '=', 'own.id')
            .whereRef('cleared.otherId', '=', 'other.id')
            .select('cleared.otherId'),
        ),
      ),
    )
    .where(sql<SqlBool>`theirs.status not in ('draft', 'failed', 'rejected')`)

/** A column for lists of items: the score of the best match, or null. */
export const bestScore = (db: Db | Tx) =>
  matches(db)
    .where(sql<SqlBool>`own.item_id = item.id`)
    .select((all) => all.fn.max('match.score').as('bestScore'))
    .as('bestScore')

/** A column for lists of items: whether an item from before fingerprints still waits for its own. */
export const notCompared = sql<'waiting' | 'failed' | null>`(
  select case when due_at is null then 'failed' else 'waiting' end from missing_fingerprint where item_id = item.id
)`.as('notCompared')

export const isCopy = (score: number) => score >= COPY

/** The matches of an item, the most alike first. */
export async function listMatches(db: Db | Tx, itemId: number): Promise<SoundMatch[]> {
  const found = await matches(db)
    .where('own.itemId', '=', itemId)
    .select(['own.id as ownId', 'other.id as otherId', 'match.score', 'match.ratio'])
    .select(['match.offsetMs', 'match.fromMs', 'match.sameMs'])
    .orderBy('match.score', 'desc')
    .orderBy('other.id')
    .limit(MOST)
    .execute()
  const sounds = await soundsOf(
    db,
    found.flatMap(({ ownId, otherId }) => [ownId, otherId]),
  )
  return found.flatMap(({ ownId, otherId, score, ratio, offsetMs, fromMs, sameMs }) => {
    const [own, other] = [sounds.get(ownId), sounds.get(otherId)]
    if (!own || !other) return [] // deleted meanwhile
    const facts = { score, ratio, offsetSec: offsetMs / 1000, fromSec: fromMs / 1000, sameSec: sameMs / 1000 }
    return {
      pair: { own: ownId, other: otherId },
      ...facts,
      isCopy: isCopy(score),
      message: sentence(other, facts),
      own,
      other,
    }
  })
}

/** How long it is the same is said of copies only: beats in one style can share half a minute without being copies. */
function sentence(
  { title, packTitle, artistName }: MatchedSound,
  { score, sameSec }: { score: number; sameSec: number },
) {
  const name = `“${title}”${packTitle === null ? '' : ` in “${packTitle}”`} by ${artistName}`
  const percent = `${Math.round(score * 100)} %`
  return isCopy(score)
    ? `Sounds like ${name}: the same for ${clock(sameSec)} (${percent})`
    : `May be the same as ${name} (${percent})`
}

function clock(seconds: number) {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The sounds of these fingerprints, as reviewers see them. */
async function soundsOf(db: Db | Tx, fingerprints: number[]) {
  const rows = await db
    .selectFrom('fingerprint')
    .innerJoin('item', 'item.id', 'fingerprint.itemId')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .innerJoin('itemFile as file', 'file.id', 'fingerprint.fileId')
    .leftJoin('itemTrack as track', 'track.id', 'fingerprint.trackId')
    .leftJoin('itemWave as wave', (join) =>
      join.onRef('wave.itemId', '=', 'item.id').on('fingerprint.trackId', 'is', null).on('file.isPresent', '=', true),
    )
    .where(sql<SqlBool>`fingerprint.id = any(${fingerprints}::bigint[])`)
    .select(factColumns)
    .select(['fingerprint.id as fingerprintId', 'fingerprint.durationMs as soundMs', 'item.status'])
    .select(['track.id as trackId', 'track.title as trackTitle', 'track.bpm as trackBpm', 'track.musicKey as trackKey'])
    .select(['wave.fullBand', 'wave.lowBand', 'file.isProposed'])
    .execute()
  return new Map(rows.map((row) => [row.fingerprintId, present(row)]))
}

type SoundRow = Parameters<typeof presentFacts>[0] & {
  soundMs: number
  status: MatchedSound['state']
  coverKey: string | null
  publishedAt: Date | null
  createdAt: Date
  trackId: number | null
  isProposed: boolean
  trackTitle: string | null
  trackBpm: number | null
  trackKey: string | null
  fullBand: Buffer | null
  lowBand: Buffer | null
}

function present(row: SoundRow): MatchedSound {
  const { id, kind, slug, title, artistName, ownerId, style, bpm, key } = presentFacts(row)
  const { trackId, isProposed, trackTitle, trackBpm, trackKey, fullBand, lowBand, coverKey } = row
  const isTrack = trackId !== null
  return {
    id,
    kind,
    slug,
    artistName,
    ownerId,
    style,
    trackId,
    isProposed,
    title: trackTitle ?? title,
    packTitle: isTrack ? title : null,
    bpm: isTrack ? trackBpm : bpm,
    key: isTrack ? trackKey : key,
    coverUrl: coverKey && mediaUrl(`${coverKey}/160.webp`),
    durationSec: row.soundMs / 1000,
    state: row.status,
    since: (row.publishedAt ?? row.createdAt).toISOString(),
    wave: fullBand && lowBand && { full: fullBand.toString('base64'), low: lowBand.toString('base64') },
  }
}
