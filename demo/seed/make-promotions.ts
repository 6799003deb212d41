import type { PromotionItem } from '#contract/checkout.ts'
import { impressionsOf, PLACES, priceOf, type Place } from '#contract/promotion-values.ts'
import { PLANS } from '#contract/plans.ts'
import { Random } from '#server/art/random.ts'
import { livePayment, settle, startCheckout, type WatchedShop } from '#server/checkout/index.ts'
import type { Db } from '#server/db/connect.ts'
import { kinds } from '#server/items/index.ts'
import { dollars, partOf } from '#server/money.ts'
import { payByCard } from '#server/payments/sandbox/buyer.ts'
import { problemWatch } from '#server/problems/index.ts'
import {
  cancelPromotion,
  countDelivered,
  countPlaces,
  promotionTaker,
  promotionTasks,
  type Delivered,
} from '#server/promotions/index.ts'
import type { Enqueue, Jobs } from '#server/jobs/enqueue.ts'
import type { App } from '#server/services.ts'
import { goods } from '#server/shop-lines.ts'
import { PROMOTIONS, SEEN_A_DAY, type DemoPromotion } from './promotions.ts'
import { DAY, HOUR } from './time.ts'

/** The past that forecasts look at: two weeks. */
const TRAFFIC_HOURS = 14 * 24

const CARD = { number: '4242424242424242', expires: '12/39', cvc: '314' }

type Running = DemoPromotion & { id: number; sellerId: number; beganAt: number; random: Random }

/** Buys the demo's promotions as their sellers do, and lets the days pass until today. A later start adds nothing. */
export async function makePromotions(app: App) {
  if (app.payments.mode !== 'sandbox' || (await begun(app))) return
  const now = app.clock.now().getTime()
  const past = { at: new Date(now) }
  const silent = async () => {} // the demo's people read no mail
  const news: Jobs['tell-of-promotion'][] = [] // the inbox shows them at their time, and a job would run today
  const enqueue: Enqueue = async (tx, name, payload, options) =>
    name === 'tell-of-promotion'
      ? void news.push(payload as Jobs['tell-of-promotion'])
      : app.enqueue(tx, name, payload, options)
  const then = { ...app, clock: { now: () => past.at }, mail: { send: silent, sendAll: silent }, enqueue }
  const running: Running[] = []
  for (let daysAgo = PROMOTIONS[0]!.daysAgo; daysAgo >= 0; daysAgo--) {
    const day = now - daysAgo * DAY
    past.at = new Date(day)
    await promotionTaker.takeDue(then, past.at)
    for (const one of PROMOTIONS) if (one.daysAgo === daysAgo) running.push(await begin(then, one, day))
    for (const one of running) await passDay(then, one, day, Math.min(day + DAY, now))
    for (const told of news.splice(0)) await promotionTasks(then)['tell-of-promotion'](told)
  }
  await countVisitors(app.db, now)
}

/** The places were seen by the same people, so that the forecast and the desk know how often. */
async function countVisitors(db: Db, now: number) {
  const styles = await db.selectFrom('style').select('id').execute()
  const hours = Array.from({ length: TRAFFIC_HOURS }, (_, ago) => new Date(now - ago * HOUR))
  const seenIn = (place: Place, hour: Date) =>
    Math.round((SEEN_A_DAY[place] / 24) * (hour.getUTCHours() >= 16 ? 1.8 : 0.6))
  const places = PLACES.flatMap((place) =>
    (place === 'style' ? styles : [{ id: null }]).map(({ id: styleId }) => ({ place, styleId })),
  )
  await countPlaces(
    db,
    hours.flatMap((at) => places.map((one) => ({ ...one, seen: seenIn(one.place, at), at }))),
  )
}

const begun = async ({ db }: App) =>
  (await db.selectFrom('promotion').select('id').limit(1).executeTakeFirst()) !== undefined

async function begin(app: App, promotion: DemoPromotion, day: number): Promise<Running> {
  const { title, tier, days, credits, seller } = promotion
  const item = await app.db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .where('title', '=', title)
    .where('handle', '=', seller)
    .select(['item.id', 'item.kind', 'item.ownerId', 'account.plan'])
    .executeTakeFirstOrThrow()
  const asked: PromotionItem = {
    type: 'promotion',
    targetType: kinds[item.kind],
    targetId: item.id,
    tier,
    days,
    creditsUsed: dollars(credits),
  }
  const left = priceOf(tier, days) - credits
  const cents = left - partOf(left, PLANS[item.plan].promotionBasisPoints)
  await buy(
    { app, ...goods, watch: problemWatch },
    { buyer: item.ownerId, asked, cents, key: `demo-promotion-${title}` },
  )
  const { id } = await app.db
    .selectFrom('promotion')
    .where('itemId', '=', item.id)
    .where('state', '<>', 'ended')
    .select('id')
    .executeTakeFirstOrThrow()
  return { ...promotion, id, sellerId: item.ownerId, beganAt: day, random: new Random(`promotion ${title}`) }
}

type Bought = { buyer: number; asked: PromotionItem; cents: number; key: string }

async function buy(shop: WatchedShop, { buyer, asked, cents, key }: Bought) {
  const { db, clock, authSecret: secret } = shop.app
  const { orderId, state, sessionId, clientSecret } = await startCheckout(shop, {
    buyer,
    items: [asked],
    method: 'credit',
    total: dollars(cents),
    legalName: undefined,
    codes: [],
    key: key.replace(/[^\w-]/g, '-'),
    origin: 'http://localhost',
  })
  if (state === 'paid') return
  const box = { db, clock, enqueue: async () => {}, secret }
  await payByCard(box, { reference: sessionId!, clientSecret: clientSecret! }, CARD)
  await settle(shop, (await livePayment(db, orderId))!)
}

/** Counts what a promotion brings in the hours of a day, most of it in the evening, and cancels it on its day. */
async function passDay(app: App, promotion: Running, from: number, until: number) {
  const { id, sellerId, random, beganAt, days, canceledAfter } = promotion
  if (canceledAfter !== undefined && from === beganAt + canceledAfter * DAY) await cancelPromotion(app, sellerId, id)
  if (!(await isActive(app, id))) return
  const aDay = (impressionsOf(promotion.tier, days) / days) * promotion.delivered * random.between(0.85, 1.15)
  const hours: Delivered[] = []
  for (let hour = from; hour < until; hour += HOUR) {
    const at = new Date(hour)
    const isEvening = at.getUTCHours() >= 16
    const impressions = Math.round((aDay / 24) * (isEvening ? 1.8 : 0.6))
    const clicks = random.chance(impressions / 90) ? 1 : 0
    hours.push({ promotionId: id, at, impressions, clicks, plays: clicks && random.whole(0, 1) })
  }
  await app.db.transaction().execute((tx) => countDelivered(tx, hours))
}

const isActive = async ({ db }: App, id: number) =>
  (await db.selectFrom('promotion').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state === 'active'
