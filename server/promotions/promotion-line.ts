import { sql } from 'kysely'
import type { CartItem, PromotionItem } from '#contract/checkout.ts'
import { priceOf, TIER_FACTS } from '#contract/promotion-values.ts'
import { HOUSE } from '#contract/support.ts'
import type { LineKind, Offer, PaidLine, PaidOrder } from '#server/checkout/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { kinds } from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { begin } from './begin.ts'
import { tellSoon } from './mark.ts'
import { lockLines, returnLine, shrink } from './refund.ts'
import { day } from './tell.ts'

/** Lines come to the kind that their type names. */
const ofPromotion = (item: CartItem | null) => item as PromotionItem

const factsOf = (db: Db | Tx, ids: number[]) =>
  db
    .selectFrom('item')
    .innerJoin('account as owner', 'owner.id', 'item.ownerId')
    .leftJoin('promotion as running', (join) =>
      join.onRef('running.itemId', '=', 'item.id').on('running.state', '<>', 'ended'),
    )
    .leftJoin('itemWaiting as waiting', 'waiting.itemId', 'item.id')
    .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
    .where('item.deletedAt', 'is', null)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.status', 'item.statusReason', 'item.title'])
    .select('owner.bannedAt')
    .select(['running.id as runningId', 'running.state', 'running.endsAt', 'waiting.itemId as waits'])
    .execute()
type Facts = Awaited<ReturnType<typeof factsOf>>[number]

type Asking = { buyer: number | null; now: Date; isSecond: boolean }

const NOT_YOURS = 'You can promote your own items only.'
const WAITS = 'This item can’t be bought until everybody has accepted a share in it, so it can’t be promoted.'

function whyNot(item: PromotionItem, facts: Facts | undefined, { buyer, now, isSecond }: Asking): Offer | null {
  if (buyer === null) return { state: 'gone', why: 'Sign in to promote your items.' }
  if (facts?.ownerId !== buyer || kinds[facts.kind] !== item.targetType) return { state: 'gone', why: NOT_YOURS }
  if (facts.runningId !== null) return { state: 'owned', why: alreadyRuns(facts, now) }
  if (facts.status !== 'published') return { state: 'gone', why: offSale(facts) }
  if (facts.waits !== null) return { state: 'gone', why: WAITS }
  if (isSecond) return { state: 'owned', why: 'Your cart has another promotion of this item.' }
  return null
}

const offSale = ({ status, statusReason }: Facts) =>
  status === 'rejected'
    ? `It was refused in review (“${statusReason}”). Only items on sale can be promoted.`
    : 'Only items on sale can be promoted.'

const alreadyRuns = ({ state, endsAt }: Facts, now: Date) =>
  state === 'active' && endsAt! > now
    ? `This item is promoted already, until ${day(endsAt!)}.`
    : 'This item is promoted already.'

function offerOf(item: PromotionItem, facts: Facts | undefined, asking: Asking): Offer {
  const refused = whyNot(item, facts, asking)
  if (refused) return refused
  const price = priceOf(item.tier, item.days)
  return {
    state: 'available',
    cents: price,
    license: null,
    title: `Promotion of ${facts!.title}`,
    label: `${TIER_FACTS[item.tier].name}, ${item.days} days`,
    itemId: null,
    sellerId: HOUSE,
    needs: [],
    takes: [],
    upgradeOf: null,
    discount: null,
    credits: item.creditsUsed === undefined ? price : Math.min(price, cents(item.creditsUsed)),
  }
}

/** Promotions as lines of an order. */
export const promotionLine: LineKind = {
  async offers(db, items, { id: buyer, now }) {
    const asked = items.map(ofPromotion)
    const rows = await factsOf(
      db,
      asked.map(({ targetId }) => targetId),
    )
    return asked.map((item, nth) => {
      const isSecond = asked.findIndex(({ targetId }) => targetId === item.targetId) < nth
      return offerOf(
        item,
        rows.find(({ id }) => id === item.targetId),
        { buyer, now, isSecond },
      )
    })
  },

  lock: lockLines,
  grant,
  granted: async () => [],
  revoke: returnLine,
  shrink,
}

/** A pause after the start of the order changes nothing: the promotion waits with its item. */
async function grant(app: App, tx: Tx, { buyerId }: PaidOrder, line: PaidLine): Promise<string | null> {
  const { targetId, tier, days } = ofPromotion(line.asked)
  const [item] = await factsOf(tx, [targetId])
  if (!item || item.ownerId !== buyerId || (item.status !== 'published' && item.status !== 'paused'))
    return 'This item went off sale before it could be promoted.'
  if (item.bannedAt) return 'Your account was banned before your payment arrived.'
  const begun = await begin(app, tx, {
    accountId: buyerId,
    itemId: targetId,
    tier,
    days,
    lineId: line.id,
    paidCents: line.totalCents,
    creditCents: await creditsOn(tx, line.id),
  })
  if (!begun) return 'This item is promoted already.'
  await tellSoon(app, tx, begun.id, 'begin')
  return null
}

const creditsOn = async (tx: Tx, lineId: number) =>
  (
    await tx
      .selectFrom('orderAdjustment')
      .where('lineId', '=', lineId)
      .where('kind', '=', 'credit')
      .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
      .executeTakeFirstOrThrow()
  ).cents
