import type { PromotionItem } from '#contract/checkout.ts'
import type { Plan } from '#contract/plans.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { grantCredits } from '#server/credits/index.ts'
import { setState } from '#server/items/index.ts'
import type { CreditUnit } from '#server/ledger/index.ts'
import { countDelivered, type Delivered } from '#server/promotions/index.ts'
import { inTransaction } from './factories.ts'
import { createPlans } from './plans.ts'
import type { Person } from './shop.ts'

export const DAY = 24 * 60 * 60_000

/** A line of a cart that promotes a beat. */
export const promoted = (targetId: number, over: Partial<PromotionItem> = {}): PromotionItem => ({
  type: 'promotion',
  targetType: 'BEAT',
  targetId,
  tier: 'premium',
  days: 14,
  ...over,
})

let given = 0

/** A shop whose seller promotes items, and what the house does about it. */
export async function createPromotions() {
  const shop = await createPlans()
  const { world, owner, back } = shop
  const { app } = world
  const inTx = <Result>(act: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(app.db, act)

  const mine = async (person: Person = owner) => (await back(person))('GET /promotions/mine')
  async function newest(person: Person = owner) {
    const [first] = await mine(person)
    return first!
  }

  return {
    ...shop,
    promotionsOf: mine,
    newest,
    /** The whole way to promotions. Their newest is answered. */
    async promote(items: PromotionItem[], person: Person = owner) {
      const buyer = { ...person, call: await back(person) }
      await shop.buy(items, buyer)
      await world.work()
      return newest(person)
    },
    rows: (itemId: number) =>
      app.db.selectFrom('promotion').where('itemId', '=', itemId).selectAll().orderBy('id').execute(),
    giveCredits: (cents: number, { id }: Person = owner, unit: CreditUnit = 'promo') =>
      inTx((tx) =>
        grantCredits(tx, {
          owner: id,
          unit,
          cents,
          kind: 'gift to promote',
          reference: String(++given),
          reason: 'A gift',
          at: app.clock.now(),
        }),
      ),
    putOn: (plan: Plan, { id }: Person = owner) =>
      app.db.updateTable('account').set({ plan }).where('id', '=', id).execute(),
    deliver: (id: number, counted: Omit<Delivered, 'promotionId' | 'at'>) =>
      inTx((tx) => countDelivered(tx, [{ promotionId: id, at: app.clock.now(), ...counted }])),
    async setItem(id: number, status: ItemStatus) {
      await inTx((tx) => setState(tx, id, status, { now: app.clock.now() }))
      await shop.pass(0)
    },
    async cancel(id: number, person: Person = owner) {
      const answer = await (await back(person))('POST /promotions/:id/cancel', { params: { id } })
      await world.work()
      return answer
    },
    rerun: async (id: number, person: Person = owner) =>
      (await back(person))('POST /promotions/:id/rerun', { params: { id } }),
    isMarked: async (itemId: number) =>
      (await app.db.selectFrom('item').where('id', '=', itemId).select('isPromoted').executeTakeFirstOrThrow())
        .isPromoted,
    titlesOf: async ({ id }: Person = owner) =>
      (
        await app.db
          .selectFrom('notification')
          .where('accountId', '=', id)
          .where('topic', '=', 'promotion')
          .select(['title', 'message'])
          .orderBy('id')
          .execute()
      ).map(({ title, message }) => `${title}. ${message}`),
    mailsTo: async ({ email }: Person = owner) =>
      (await app.db.selectFrom('mail').where('recipient', '=', email).select('kind').orderBy('id').execute()).map(
        ({ kind }) => kind,
      ),
  }
}
export type Promotions = Awaited<ReturnType<typeof createPromotions>>
