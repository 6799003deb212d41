import type { Selectable } from 'kysely'
import { Line } from '#contract/item.ts'
import type { Account, Item, Style } from '#server/db/types.ts'
import { dollars } from '#server/money.ts'
import { kinds } from './kinds.ts'

/** Cards, item pages, dashboards and reviews all show these facts of an item. */
export const factColumns = [
  'item.id',
  'item.kind',
  'item.slug',
  'item.title',
  'item.ownerId',
  'item.genre',
  'item.bpm',
  'item.bpmMin',
  'item.bpmMax',
  'item.musicKey',
  'item.kitType',
  'item.trackCount',
  'item.durationMs',
  'item.tags',
  'item.priceCents',
  'item.coverKey',
  'item.previewKey',
  'item.publishedAt',
  'item.createdAt',
  'account.handle',
  'style.slug as styleSlug',
  'style.code as styleCode',
  'style.line as styleLine',
] as const

type OfItem =
  | 'id'
  | 'kind'
  | 'slug'
  | 'title'
  | 'ownerId'
  | 'genre'
  | 'bpm'
  | 'bpmMin'
  | 'bpmMax'
  | 'musicKey'
  | 'kitType'
  | 'trackCount'
  | 'durationMs'
  | 'tags'
  | 'priceCents'
type FactRow = Pick<Selectable<Item>, OfItem> &
  Pick<Selectable<Account>, 'handle'> & {
    styleSlug: Style['slug'] | null
    styleCode: Style['code'] | null
    styleLine: Style['line'] | null
  }

type StyleRow = { styleSlug: string | null; styleCode: string | null; styleLine: string | null }

export const presentStyle = ({ styleSlug, styleCode, styleLine }: StyleRow) =>
  styleSlug && styleCode && styleLine ? { slug: styleSlug, code: styleCode, line: Line.parse(styleLine) } : null

export const presentFacts = (row: FactRow) => ({
  id: row.id,
  kind: kinds[row.kind],
  slug: row.slug,
  title: row.title,
  artistName: row.handle,
  ownerId: row.ownerId,
  style: presentStyle(row),
  genre: row.genre,
  bpm: row.bpm,
  bpmMin: row.bpmMin,
  bpmMax: row.bpmMax,
  key: row.musicKey,
  type: row.kitType,
  trackCount: row.trackCount,
  durationInSeconds: seconds(row.durationMs),
  tags: row.tags,
  price: dollars(row.priceCents),
})

export const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000)
