import { Line, type Item, type Kind, type Style } from '#contract/catalogue.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { dollars } from '#server/money.ts'
import { newSince, type ItemRow, type StyleRow } from './queries.ts'

const kinds: Record<ItemRow['kind'], Kind> = { beat: 'BEAT', pack: 'PACK', kit: 'KIT' }
const BARS = 48

export function presentItem(row: ItemRow, { now, waves }: { now: Date; waves: boolean }): Item {
  const published = row.publishedAt ?? row.createdAt
  return {
    id: row.id,
    kind: kinds[row.kind],
    slug: row.slug,
    title: row.title,
    artistName: row.handle,
    ownerId: row.ownerId,
    ownerPlan: row.plan,
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/640.webp`),
    previewUrl: row.previewKey && mediaUrl(row.previewKey),
    style:
      row.styleSlug && row.code && row.line
        ? { slug: row.styleSlug, code: row.code, line: Line.parse(row.line) }
        : null,
    genre: row.genre,
    bpm: row.bpm,
    bpmMin: row.bpmMin,
    bpmMax: row.bpmMax,
    key: row.musicKey,
    type: row.kitType,
    trackCount: row.trackCount,
    durationInSeconds: row.durationMs === null ? null : row.durationMs / 1000,
    tags: row.tags,
    price: dollars(row.priceCents),
    likeCount: row.likes,
    commentCount: row.comments,
    playCount: row.plays,
    featured: row.isFeatured || row.isPromoted,
    promoted: row.isPromoted,
    isNew: published > newSince(now),
    isPopular: row.isPopular,
    isTrending: row.isTrending,
    createdAt: published.toISOString(),
    wave: waves && row.miniWave ? presentWave(row.miniWave) : null,
  }
}

const presentWave = (bands: Buffer) => ({
  full: bands.subarray(0, BARS).toString('base64'),
  low: bands.subarray(BARS).toString('base64'),
})

export const presentStyle = (row: StyleRow): Style => ({
  slug: row.slug,
  title: row.title,
  shortTitle: row.shortTitle,
  code: row.code,
  line: Line.parse(row.line),
  description: row.description,
  image: row.imageKey && mediaUrl(`${row.imageKey}/560.webp`),
})
