import type { Contents, ItemDetail, PlaylistEntry, Track } from '#contract/item-detail.ts'
import { Line, type Item, type Style } from '#contract/item.ts'
import { LICENSES, furtherTerms } from '#contract/license-terms.ts'
import { LICENSE_NAMES, type LicenseType } from '#contract/license-types.ts'
import type { License } from '#contract/licenses.ts'
import type { Suggestions } from '#contract/search.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import { coverUrl, presentCard, presentWave, publishedAt, seconds } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'
import type { Page } from '#server/search/index.ts'
import type { CardRow } from './cards.ts'
import type { DetailRow, FileRow, LicenseRow, TrackCounts, TrackRow } from './item-detail.ts'
import type { StyleRow } from './styles.ts'
import type { suggestAll } from './suggest.ts'

export const presentItem = (row: CardRow, newSince: Date): Item => ({
  ...presentCard(row),
  likeCount: row.likes,
  commentCount: row.comments,
  playCount: row.plays,
  isNew: publishedAt(row) > newSince,
  isPopular: row.isPopular ?? false,
  isTrending: row.isTrending ?? false,
  wave: row.miniWave ? presentWave(row.miniWave) : null,
})

export const presentSuggestions = ({
  rows,
  producers,
  tags,
  styles,
}: Awaited<ReturnType<typeof suggestAll>>): Suggestions => ({
  items: rows.map(({ card }) => {
    const { id, kind, slug, title, artistName, coverUrl } = JSON.parse(card!) as Item
    return { id, kind, slug, title, artistName, coverUrl }
  }),
  producers: producers.map(({ id, handle, avatarKey, plan }) => ({
    id,
    displayName: handle,
    avatarUrl: avatarUrl(avatarKey),
    plan,
  })),
  tags,
  styles: styles.map(({ slug, title, code, line }) => ({ slug, title, code, line: Line.parse(line) })),
})

export const presentDetail = (row: DetailRow, newSince: Date): ItemDetail => ({
  ...presentItem(row, newSince),
  description: row.description,
  fansOf: row.fansOf,
  available: row.status === 'published',
  isWaiting: Boolean(row.isWaiting),
  liked: Boolean(row.liked),
  ownerAvatarUrl: avatarUrl(row.avatarKey),
  licenses: presentLicenses(row),
  leasesSold: row.leasesSold ?? 0,
  deliveredFiles: row.files.map((file) => ({ name: file.name, type: typeOf(file), bytes: file.sizeBytes })),
})

const fileTypes = { master: 'WAV', mp3: 'MP3', stems: 'STEMS', project: 'PROJECT', archive: 'ARCHIVE' } as const
/** The files that each license delivers, where they exist. */
const delivered = {
  MP3: ['MP3', 'ARCHIVE'],
  WAV: ['MP3', 'WAV', 'ARCHIVE'],
  PREMIUM: ['MP3', 'WAV', 'STEMS', 'ARCHIVE'],
  EXCLUSIVE: ['MP3', 'WAV', 'STEMS', 'PROJECT', 'ARCHIVE'],
} as const

/** An exclusively sold item offers none, nor does one whose first shares are not accepted yet. */
export const presentLicenses = ({ licenses, files, status, isWaiting }: DetailRow) =>
  status === 'published' && !isWaiting ? licenses.map((license) => presentLicense(license, files)) : []

function presentLicense(license: LicenseRow, files: FileRow[]): License {
  const { copies, streams } = LICENSES[license.type]
  const name = LICENSE_NAMES[license.type]
  return {
    id: license.id,
    type: license.type,
    name,
    price: dollars(license.priceCents),
    enabled: license.enabled,
    featured: license.featured,
    files: filesOf(license.type, files),
    features: [`${copies} copies`, `${streams} streams`, ...furtherTerms(license.type)],
    sold: license.sold,
  }
}

/** The types of the files that a license delivers. */
export function filesOf(license: LicenseType, files: readonly SoldFile[]) {
  const there = new Set(files.map(typeOf))
  const isLease = license === 'MP3' && there.has('MP3') // the WAV files are in the archive
  return delivered[license].filter((type) => there.has(type) && !(isLease && type === 'ARCHIVE'))
}

type SoldFile = Pick<FileRow, 'role' | 'mediaType'>
/** The master of a beat may be an MP3. */
export const typeOf = ({ role, mediaType }: SoldFile) =>
  role === 'master' && mediaType === 'audio/mpeg' ? 'MP3' : fileTypes[role]

export const presentContents = (rows: TrackRow[], counts: TrackCounts, { page, limit }: Page): Contents => ({
  items: rows.map(presentTrack),
  page,
  limit,
  totalItems: counts.filesCount,
  totalPages: Math.ceil(counts.filesCount / limit),
  ...counts,
})

const presentTrack = (row: TrackRow): Track => ({
  id: row.id,
  title: row.title,
  folder: row.path.split('/').slice(0, -1).join('/'),
  bpm: row.bpm,
  key: row.musicKey,
  durationInSeconds: seconds(row.durationMs),
  previewUrl: row.previewKey && mediaUrl(row.previewKey),
  beat: row.beatId && row.beatSlug ? { id: row.beatId, slug: row.beatSlug } : null,
})

export const presentPlaylist = (item: CardRow, tracks: TrackRow[]): PlaylistEntry[] =>
  tracks.flatMap((track) =>
    track.previewKey
      ? {
          id: track.id,
          title: track.title,
          artistName: item.handle,
          coverUrl: coverUrl(item),
          previewUrl: mediaUrl(track.previewKey),
          durationInSeconds: seconds(track.durationMs),
        }
      : [],
  )

export const presentStyle = (row: StyleRow): Style => ({
  slug: row.slug,
  title: row.title,
  shortTitle: row.shortTitle,
  code: row.code,
  line: Line.parse(row.line),
  description: row.description,
  image: row.imageKey && mediaUrl(`${row.imageKey}/560.webp`),
})
