import { checkoutTakers } from '#server/checkout/index.ts'
import { takeDue, type Taker } from '#server/jobs/due.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { setPlanNow } from '#server/plans/set-plan.ts'
import { subscriptionTaker } from '#server/plans/index.ts'
import { problemWatch } from '#server/problems/index.ts'
import type { App } from '#server/services.ts'
import { goods } from '#server/shop-lines.ts'
import { inTransaction } from './factories.ts'
import type { World } from './world.ts'

let people = 0

/** A shop with a clock of its own. Its provider sends no messages: it learns everything by asking. */
export function createTimedPlans(world: World, begin: Date) {
  const { db, authSecret: secret } = world.app
  const time = { now: begin }
  const clock = { now: () => time.now }
  const changed = new Set<number>()
  const enqueue: Enqueue = async (_tx, name, payload) => {
    if (name === 'set-plan') changed.add((payload as { accountId: number }).accountId)
  }
  const box = { db, clock, secret, isSilent: true, movable: null, address: () => 'http://localhost' }
  const app: App = { ...world.app, clock, enqueue, payments: openSandbox(box) }
  const takers: Taker[] = [
    { name: 'renew', takeDue: async (_app, now) => (await app.payments.sandbox!.renewDue(now), 0) },
    ...checkoutTakers(goods, problemWatch),
    subscriptionTaker(goods),
  ]
  return {
    shop: { app, ...goods, watch: problemWatch },
    time,
    box,
    /** Adds a person without a password, as hashing one costs more than a year of plans. */
    async addPerson() {
      const handle = `timed-${++people}`
      const { id } = await db
        .insertInto('account')
        .values({ email: `${handle}@slide.test`, handle, handleKey: handle, referralCode: handle })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('accountStat').values({ accountId: id }).execute()
      return id
    },
    round: () => takeDue(app, takers),
    /** Ends at their provider what other plans have replaced, as the next minute does. */
    endReplaced: () => takeDue(app, checkoutTakers(goods, problemWatch)),
    /** Jobs run right after the transaction that wrote them. */
    async setPlans() {
      for (const id of changed) await inTransaction(db, (tx) => setPlanNow(app, tx, id))
      changed.clear()
    },
  }
}
