import { sql } from 'kysely'
import { PLANS } from '#contract/plans.ts'
import type { AdjustedCart, AdjustedLine, Adjuster, Typed } from '#server/checkout/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { dollarWords } from '#server/money.ts'
import type { Discount } from '#server/pricing/price-order.ts'
import { isForItem } from './chosen.ts'
import { usesOf } from './uses.ts'
import { dayWords } from './words.ts'

/** The codes that buyers type: the best one of each seller counts. */
export const codeAdjuster: Adjuster = {
  async adjust(db, cart) {
    if (cart.typed.length === 0) return { places: [] }
    const rows = await findCodes(db, cart)
    const answers = cart.typed.map((text) => answer(rows.find(({ code }) => code === text) ?? null, text, cart))
    const found = answers.flatMap(({ discount }) => discount ?? [])
    const places = [...Map.groupBy(found, ({ seller }) => seller).values()]
    return {
      places: places.map((ofSeller) => ofSeller.map(({ off }) => off)),
      typed: answers.map(({ typed }) => typed),
    }
  },

  /**
   * Orders with the same code take turns at its row, so the last use goes to one of them. Orders of one buyer take turns
   * when they are stored: the one before may have been the first purchase, if it cost nothing.
   */
  async reserve(tx, { buyerId }, lines) {
    const sources = [...new Set(lines.flatMap(({ adjustments }) => adjustments.flatMap(sourceOfCode)))]
    if (sources.length === 0) return true
    if (await isLaterPurchase(tx, sources, buyerId)) return false
    const limited = await tx
      .selectFrom('discountCode')
      .where('id', 'in', sources)
      .where('mostUses', 'is not', null)
      .select(['id', 'mostUses'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    for (const { id, mostUses } of limited) if ((await countUses(tx, id)) > mostUses!) return false
    return true
  },
}

const sourceOfCode = ({ kind, source }: { kind: string; source?: number | undefined }) =>
  kind === 'code' && source !== undefined ? [source] : []

/** Whether one of these codes is for a first purchase, and the buyer has bought something of its seller. */
const isLaterPurchase = async (tx: Tx, sources: number[], buyer: number) =>
  (await tx
    .selectFrom('discountCode')
    .where('id', 'in', sources)
    .where(hasBought(buyer))
    .select('id')
    .executeTakeFirst()) !== undefined

const hasBought = (buyer: number | null) =>
  sql<boolean>`first_purchase and exists (select from purchase where purchase.buyer_id = ${buyer}
    and purchase.seller_id = discount_code.seller_id and purchase.state <> 'refunded')`

async function countUses(tx: Tx, id: number) {
  const { rows } = await sql<{ uses: number }>`select ${usesOf(sql`${id}`, null)} as uses`.execute(tx)
  return rows[0]!.uses
}

const findCodes = (db: Db | Tx, { typed, buyer }: AdjustedCart) =>
  db
    .selectFrom('discountCode')
    .innerJoin('account', 'account.id', 'sellerId')
    .where('code', 'in', typed)
    .select(['discountCode.id', 'code', 'sellerId', 'basisPoints', 'cents', 'itemIds', 'startsAt', 'endsAt'])
    .select(['mostUses', 'minimumCents', 'firstPurchase', 'state', 'heldAt', 'handle', 'plan'])
    .select([
      sql<number>`case when most_uses is null then 0 else ${usesOf(sql.ref('discountCode.id'), buyer)} end`.as('uses'),
      hasBought(buyer).as('hasBought'),
    ])
    .execute()
type CodeRow = Awaited<ReturnType<typeof findCodes>>[number]

type Answer = { typed: Typed; discount: { seller: number; off: Discount } | null }

function answer(row: CodeRow | null, text: string, cart: AdjustedCart): Answer {
  if (!row) return { typed: { text, isKnown: false, source: null, why: 'There is no such code.' }, discount: null }
  const lines = cart.lines.filter((line) => line.sellerId === row.sellerId && isForItem(row.itemIds, line.itemId))
  const why = whyNot(row, lines, cart)
  if (why !== null) return { typed: { text, isKnown: true, source: null, why }, discount: null }
  return {
    typed: { text, isKnown: true, source: row.id, why: 'Another code takes more off.' },
    discount: { seller: row.sellerId, off: discountOf(row, lines) },
  }
}

const discountOf = ({ id, code, basisPoints, cents }: CodeRow, lines: readonly AdjustedLine[]): Discount => ({
  kind: 'code',
  reason: `${code}, ${basisPoints === null ? dollarWords(cents!) : `${basisPoints / 100}%`} off`,
  source: id,
  lines: lines.map((line) => line.id),
  off: basisPoints === null ? { cents: cents! } : { basisPoints },
})

/** Why a code takes nothing off; null if it does. */
function whyNot(row: CodeRow, lines: readonly AdjustedLine[], { buyer, now }: AdjustedCart) {
  if (row.sellerId === buyer) return 'This is your own code.'
  if (row.state === 'ended' || (row.endsAt && row.endsAt <= now)) return 'This code has ended.'
  if (row.state === 'paused' || row.heldAt || !PLANS[row.plan].hasCodes) return 'This code is paused.'
  if (row.startsAt && row.startsAt > now) return `This code begins on ${dayWords(row.startsAt)}.`
  if (row.mostUses !== null && row.uses >= row.mostUses) return 'This code is used up.'
  if (row.hasBought) return `This code is for the first purchase from ${row.handle}.`
  if (lines.length === 0) return 'This code is for nothing in your cart.'
  const whole = lines.reduce((sum, { cents }) => sum + cents, 0)
  if (row.minimumCents !== null && whole < row.minimumCents)
    return `This code needs ${dollarWords(row.minimumCents)} of ${row.itemIds ? 'its items' : `items by ${row.handle}`}.`
  return null
}
