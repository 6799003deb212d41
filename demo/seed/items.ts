import type pg from 'pg'
import { catalogue, type Beat, type Kit, type Pack } from '#demo/catalogue.ts'
import type { Prices } from '#demo/catalogue-types.ts'
import { LINE_COLORS } from '#server/art/lines.ts'
import type { ItemFiles, Manifest } from '#demo/manifest.ts'
import { Random } from '#server/art/random.ts'
import { insertAll, insertReturning } from './insert.ts'
import type { Member } from './people.ts'
import { coverKey, previewKey, soldKey, trackPreviewKey, type Kind } from './storage-keys.ts'
import { daysBefore, HOUR } from './time.ts'

type Definition = { kind: Kind; item: Beat | Pack | Kit; files: ItemFiles }
export type SeededItem = { id: number; kind: Kind; slug: string; ownerId: number; heat: number; publishedAt: Date }

export async function insertItems(
  tx: pg.ClientBase,
  manifest: Manifest,
  members: Member[],
  now: Date,
): Promise<SeededItem[]> {
  const definitions = listDefinitions(manifest)
  const styles = await tx.query<{ id: number; slug: string }>('select id, slug from style')
  const styleIds = new Map(styles.rows.map(({ id, slug }) => [slug, id]))
  const ownerIds = new Map(members.map(({ id, handle }) => [handle, id]))
  const places = definitions.map(({ item }) => ({
    styleId: styleIds.get(LINE_COLORS[item.line].slug)!,
    ownerId: ownerIds.get(item.owner)!,
    publishedAt: publishedAt(item, now),
  }))
  const ids = await insertReturning(
    tx,
    'item',
    definitions.map((definition, index) => itemRow(definition, places[index]!)),
  )
  const items = definitions.map(({ kind, item: { slug, heat } }, index) => {
    const { ownerId, publishedAt: published } = places[index]!
    return { id: ids[index]!, kind, slug, heat, ownerId, publishedAt: published }
  })
  await insertParts(tx, definitions, new Map(items.map(({ slug, id }) => [slug, id])))
  return items
}

function listDefinitions({ items }: Manifest): Definition[] {
  const { beats, packs, kits } = catalogue
  const define = (kind: Kind, list: (Beat | Pack | Kit)[]) =>
    list.map((item) => ({ kind, item, files: items[item.slug]! }))
  return [...define('beat', beats), ...define('pack', packs), ...define('kit', kits)]
}

/** At some hour of its day: two of a day must not be twins. */
const publishedAt = ({ slug, daysAgo }: Beat | Pack | Kit, now: Date) =>
  new Date(daysBefore(now, daysAgo).getTime() - new Random(`published ${slug}`).between(1, 22) * HOUR)

const bytes = (text: string) => Buffer.from(text, 'base64')

function itemRow({ kind, item, files }: Definition, place: { styleId: number; ownerId: number; publishedAt: Date }) {
  return {
    kind,
    owner_id: place.ownerId,
    slug: item.slug,
    title: item.title,
    description: item.description,
    style_id: place.styleId,
    genre: 'Drill',
    tags: item.tags,
    bpm: 'bpm' in item ? item.bpm : null,
    bpm_min: 'bpmMin' in item ? item.bpmMin : null,
    bpm_max: 'bpmMax' in item ? item.bpmMax : null,
    music_key: 'key' in item ? item.key : null,
    kit_type: 'type' in item ? item.type : null,
    duration_ms: files.durationMs,
    track_count: files.tracks.length,
    price_cents: 'priceCents' in item ? item.priceCents : Math.min(...Object.values(item.prices)),
    cover_key: coverKey(kind, item.slug),
    preview_key: previewKey(item.slug),
    mini_wave: bytes(files.wave.mini),
    status: 'published',
    is_featured: item.isFeatured,
    created_at: new Date(place.publishedAt.getTime() - 2 * HOUR),
    updated_at: place.publishedAt,
    published_at: place.publishedAt,
  }
}

async function insertParts(tx: pg.ClientBase, definitions: Definition[], ids: Map<string, number>) {
  const each = <Row>(rowsOf: (definition: Definition, id: number) => Row[]) =>
    definitions.flatMap((definition) => rowsOf(definition, ids.get(definition.item.slug)!))
  await insertAll(
    tx,
    'item_wave',
    each(({ files: { wave } }, id) => [{ item_id: id, full_band: bytes(wave.full), low_band: bytes(wave.low) }]),
  )
  await insertAll(
    tx,
    'license',
    each(({ item }, id) => ('prices' in item ? licenseRows(item.prices, id) : [])),
  )
  await insertAll(
    tx,
    'item_file',
    each(({ item, files }, id) => fileRows(item.slug, files, id)),
  )
  await insertAll(
    tx,
    'item_track',
    each(({ item, files }, id) => trackRows(item.slug, files, id, ids)),
  )
}

/** The WAV is what most people should take. */
const licenseRows = (prices: Prices, itemId: number) =>
  Object.entries(prices).map(([type, cents]) => ({
    item_id: itemId,
    type,
    price_cents: cents,
    featured: type === 'WAV',
  }))

const fileRows = (slug: string, { sold }: ItemFiles, itemId: number) =>
  sold.map((file) => ({
    item_id: itemId,
    role: file.role,
    storage_key: soldKey(slug, file),
    name: file.name,
    media_type: file.mediaType,
    size_bytes: file.bytes,
    sha256: Buffer.from(file.sha256, 'hex'),
  }))

const trackRows = (slug: string, { tracks }: ItemFiles, itemId: number, ids: Map<string, number>) =>
  tracks.map((track, position) => ({
    item_id: itemId,
    position,
    title: track.title,
    path: track.archivePath,
    beat_id: track.beatSlug === null ? null : ids.get(track.beatSlug),
    bpm: track.bpm,
    music_key: track.key,
    duration_ms: track.durationMs,
    preview_key: track.preview === null ? null : trackPreviewKey(slug, position),
  }))
