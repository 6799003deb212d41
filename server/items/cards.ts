import { sql } from 'kysely'
import type { Item } from '#contract/item.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { factColumns, presentFacts } from './facts.ts'

/** The facts on a card, without its counters. */
export const cardColumns = [...factColumns, 'item.isFeatured', 'item.isPromoted', 'account.plan'] as const

const BARS = 48

const selectRows = (db: Db) =>
  db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .select(cardColumns)
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

export const publishedAt = (row: Pick<Row, 'publishedAt' | 'createdAt'>) => row.publishedAt ?? row.createdAt

export const presentCard = (row: Row) => ({
  ...presentFacts(row),
  ownerPlan: row.plan,
  coverUrl: coverUrl(row),
  previewUrl: row.previewKey && mediaUrl(row.previewKey),
  featured: row.isFeatured || row.isPromoted,
  promoted: row.isPromoted,
  createdAt: publishedAt(row).toISOString(),
})
type Card = Pick<Item, keyof ReturnType<typeof presentCard>>

export const coverUrl = ({ coverKey }: { coverKey: string | null }) => coverKey && mediaUrl(`${coverKey}/640.webp`)

export const presentWave = (bands: Buffer) => ({
  full: bands.subarray(0, BARS).toString('base64'),
  low: bands.subarray(BARS).toString('base64'),
})

/** The facts that lists and search results name differently. */
const ofResult = (card: Pick<Card, 'durationInSeconds' | 'type' | 'trackCount'>, row: Pick<Row, 'styleCode'>) => ({
  durationSec: card.durationInSeconds,
  kitType: card.type,
  tracksCount: card.trackCount,
  location: row.styleCode,
})

/** JSON without its braces, to be joined with more. */
const opened = (facts: object) => JSON.stringify(facts).slice(1, -1)

function textsOf(row: Row & { miniWave: Buffer | null }) {
  const card = presentCard(row)
  const { durationInSeconds, type, trackCount, ...same } = card
  return {
    id: row.id,
    card: opened(same),
    asItem: opened({ durationInSeconds, type, trackCount }),
    asResult: opened(ofResult(card, row)),
    wave: row.miniWave && JSON.stringify(presentWave(row.miniWave)),
  }
}

/**
 * Writes the cards of items. Locks them first, so that a change of an item, of its owner or style is either read here or
 * takes the new card away again.
 */
export async function writeCards(tx: Tx, ids: number[]) {
  await sql`select from item_card where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)
  const rows = await selectRows(tx)
    .select('item.miniWave')
    .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
    .execute()
  const texts = rows.map(textsOf)
  const column = <Name extends keyof (typeof texts)[number]>(name: Name) => texts.map((text) => text[name])
  await sql`update item_card
    set card = given.card, as_item = given.as_item, as_result = given.as_result, wave = given.wave
    from unnest(${column('id')}::bigint[], ${column('card')}::text[], ${column('asItem')}::text[],
      ${column('asResult')}::text[], ${column('wave')}::text[]) given (id, card, as_item, as_result, wave)
    where item_id = id`.execute(tx)
}
