import Fastify from 'fastify'
import { mountWebhooks } from '#server/checkout/index.ts'
import { goods } from '#server/shop-lines.ts'
import { problemWatch } from '#server/problems/index.ts'
import type { Provider, ProviderEvent } from '#server/payments/port.ts'
import type { NewSubscription } from '#server/payments/port-subscriptions.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { runNode } from './child.ts'
import { createWorld } from './world.ts'

const MINUTE = 60_000

/** The numbers of the sandbox's test cards. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
  failsLater: '4000000000000341',
}

/** The sandbox as a later room uses it: by the port, and with a door of its own for messages, at a real listener. */
export async function createSandboxWorld() {
  const world = await createWorld()
  const { app } = world
  const { db, clock, authSecret: secret } = app
  const taken: ProviderEvent[] = []
  const door = Fastify()
  let address = ''
  app.payments = openSandbox({ db, clock, secret, movable: null, address: () => address })
  const take = async (_provider: Provider, event: ProviderEvent) => void taken.push(event)
  await mountWebhooks(door, { app, ...goods, watch: problemWatch }, { subscription: take, payout: take })
  address = await door.listen({ host: '127.0.0.1', port: 0 })
  const [provider] = app.payments.providers
  let keys = 0

  return {
    world,
    provider: provider!,
    subscriptions: provider!.subscriptions,
    payouts: provider!.payouts!,
    now: () => clock.now(),
    /** A key that was never used. */
    newKey: () => `key-${++keys}`,
    /** A month of a plan for $9.99, by card. */
    async monthly(over: Partial<NewSubscription> = {}, card: keyof typeof CARDS = 'good'): Promise<NewSubscription> {
      return {
        key: `key-${++keys}`,
        method: 'credit',
        card: (over.method ?? 'credit') === 'credit' ? await saveCard(card) : null,
        cents: 999,
        price: { plan: 'growth', cents: 999, every: 'month' },
        trialDays: 0,
        orderId: keys,
        description: 'Growth, monthly',
        returnUrl: `https://beats.example/payment/confirm?provider=paypal&orderId=${keys}`,
        cancelUrl: `https://beats.example/checkout?canceled=${keys}`,
        ...over,
      }
    },
    saveCard,
    /** The buyer answers their bank, or the provider's page. */
    async agree({ reference, clientSecret }: { reference: string; clientSecret: string | null }) {
      const params = { reference }
      if (clientSecret)
        await world.guest('POST /sandbox/subscriptions/:reference/challenge', {
          params,
          body: { clientSecret, passes: true },
        })
      else await world.guest('POST /sandbox/subscriptions/:reference/approval', { params, body: { answer: 'approve' } })
    },
    /** Moves the clock to a time, and lets the provider do what is due by then. */
    async passUntil(time: Date) {
      world.passTime(Math.max(0, time.getTime() - clock.now().getTime()))
      await world.takeDue()
    },
    /** Rounds at a later time, each killed at another point, until one comes to its end. Returns their number. */
    async killedRounds(time: Date) {
      for (let point = 1; ; point++) {
        const env = { DATABASE_URL: app.config.databaseUrl ?? '', NOW: time.toISOString(), DIES_AT: String(point) }
        const round = runNode(['test/programs/dying-round.ts'], env)
        const { code, signal } = await round.ended()
        if (code !== 0 && signal !== 'SIGKILL') throw new Error(round.said())
        if (code === 0) return point
      }
    },
    async admin() {
      const admin = await world.signUp()
      await db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
      return admin
    },
    /** Messages that have arrived since the last look, after all that wait were sent. */
    async messages() {
      await world.work()
      return taken.splice(0)
    },
    /** Sends messages that wait for their time. */
    async round(minutes = 1) {
      world.passTime(minutes * MINUTE)
      await world.takeDue()
      return taken.splice(0)
    },
    /** The number of messages about a thing that were ever written. */
    told: async (reference: string) =>
      (await db.selectFrom('sandboxEvent').where('reference', '=', reference).select('id').execute()).length,
    behave: (values: object) => db.updateTable('sandboxSetting').set(values).execute(),
    async close() {
      await door.close()
      await world.close()
    },
  }

  async function saveCard(card: keyof typeof CARDS) {
    const body = { number: CARDS[card], expires: '12/69', cvc: '314' }
    return (await world.guest('POST /sandbox/cards', { body })).card
  }
}
export type SandboxWorld = Awaited<ReturnType<typeof createSandboxWorld>>
