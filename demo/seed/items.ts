import { catalogue, type Beat, type Kit, type Pack } from '#demo/catalogue.ts'
import type { Prices } from '#demo/catalogue-types.ts'
import type { ItemFiles, Manifest, SoldFile } from '#demo/manifest.ts'
import { LINE_COLORS } from '#server/art/lines.ts'
import { Random } from '#server/art/random.ts'
import type { Tx } from '#server/db/connect.ts'
import { addTrackFile, createItems, type NewItem } from '#server/items/index.ts'
import type { Member } from './people.ts'
import { coverKey, previewKey, soldKey, trackMp3Key, trackPreviewKey, type Kind } from './storage-keys.ts'
import { daysBefore, HOUR } from './time.ts'

export type SeededItem = { id: number; kind: Kind; slug: string; ownerId: number; heat: number; publishedAt: Date }

/** Beats come first, because tracks of packs refer to them. */
export async function addItems(tx: Tx, manifest: Manifest, members: Member[], now: Date): Promise<SeededItem[]> {
  const places = await placesFor(tx, members)
  const beatIds = new Map<string, number>()
  const add = async (kind: Kind, list: (Beat | Pack | Kit)[]) => {
    const items = list.map((item) => newItem(kind, item, manifest.items[item.slug]!, { ...places(item, now), beatIds }))
    const ids = await createItems(tx, items, now)
    return list.map((item, index) => {
      const { ownerId, publishedAt } = places(item, now)
      return { id: ids[index]!, kind, slug: item.slug, heat: item.heat, ownerId, publishedAt }
    })
  }
  const beats = await add('beat', catalogue.beats)
  for (const { slug, id } of beats) beatIds.set(slug, id)
  const packs = await add('pack', catalogue.packs)
  for (const pack of packs) await addMp3s(tx, pack, manifest.items[pack.slug]!, now)
  return [...beats, ...packs, ...(await add('kit', catalogue.kits))]
}

/** The MP3s of a pack's tracks. */
async function addMp3s(tx: Tx, { id, slug }: SeededItem, { tracks }: ItemFiles, now: Date) {
  const rows = await tx.selectFrom('itemTrack').where('itemId', '=', id).select(['id', 'position']).execute()
  for (const { id: trackId, position } of rows) {
    const { mp3 } = tracks[position]!
    if (!mp3) continue
    const file = soldFile(mp3, trackMp3Key(slug, position))
    await addTrackFile(tx, id, trackId, file, { isProposed: false, now })
  }
}

/** Finds the style and the owner of an item, and the moment of its publication. */
export async function placesFor(tx: Tx, members: Member[]) {
  const styles = await tx.selectFrom('style').select(['id', 'slug']).execute()
  const styleIds = new Map(styles.map(({ id, slug }) => [slug, id]))
  const ownerIds = new Map(members.map(({ id, handle }) => [handle, id]))
  return (item: Beat | Pack | Kit, now: Date) => ({
    styleId: styleIds.get(LINE_COLORS[item.line].slug)!,
    ownerId: ownerIds.get(item.owner)!,
    publishedAt: momentOf(item, now),
  })
}

/** A random hour of its day, so that no two items have the same time. */
const momentOf = ({ slug, daysAgo }: Beat | Pack | Kit, now: Date) =>
  new Date(daysBefore(now, daysAgo).getTime() - new Random(`published ${slug}`).between(1, 22) * HOUR)

const bytes = (text: string) => Buffer.from(text, 'base64')

export type Place = { styleId: number; ownerId: number; publishedAt: Date; beatIds: Map<string, number> }

export function newItem(kind: Kind, item: Beat | Pack | Kit, files: ItemFiles, place: Place): NewItem {
  return {
    kind,
    ownerId: place.ownerId,
    slug: item.slug,
    title: item.title,
    description: item.description,
    styleId: place.styleId,
    genre: 'Drill',
    tags: item.tags,
    bpm: 'bpm' in item ? item.bpm : null,
    bpmMin: 'bpmMin' in item ? item.bpmMin : null,
    bpmMax: 'bpmMax' in item ? item.bpmMax : null,
    musicKey: 'key' in item ? item.key : null,
    kitType: 'type' in item ? item.type : null,
    durationMs: files.durationMs,
    priceCents: 'priceCents' in item ? item.priceCents : Math.min(...Object.values(item.prices)),
    coverKey: coverKey(kind, item.slug),
    previewKey: previewKey(item.slug),
    miniWave: bytes(files.wave.mini),
    status: 'published',
    isFeatured: item.isFeatured,
    createdAt: new Date(place.publishedAt.getTime() - 2 * HOUR),
    updatedAt: place.publishedAt,
    publishedAt: place.publishedAt,
    wave: { fullBand: bytes(files.wave.full), lowBand: bytes(files.wave.low) },
    licenses: 'prices' in item ? licensesOf(item.prices) : [],
    files: files.sold.map((file) => soldFile(file, soldKey(item.slug, file))),
    tracks: tracksOf(item.slug, files, place.beatIds),
  }
}

/** The WAV license is the recommended one. */
const licensesOf = (prices: Prices) =>
  (Object.entries(prices) as [keyof Prices, number][]).map(([type, priceCents]) => ({
    type,
    priceCents,
    featured: type === 'WAV',
  }))

const soldFile = (file: SoldFile, storageKey: string) => ({
  role: file.role,
  storageKey,
  name: file.name,
  mediaType: file.mediaType,
  sizeBytes: file.bytes,
  sha256: Buffer.from(file.sha256, 'hex'),
  crc32: file.crc32,
})

const tracksOf = (slug: string, { tracks }: ItemFiles, beatIds: Map<string, number>) =>
  tracks.map((track, position) => ({
    title: track.title,
    path: track.archivePath,
    beatId: track.beatSlug === null ? null : (beatIds.get(track.beatSlug) ?? null),
    bpm: track.bpm,
    musicKey: track.key,
    durationMs: track.durationMs,
    previewKey: track.preview === null ? null : trackPreviewKey(slug, position),
  }))
