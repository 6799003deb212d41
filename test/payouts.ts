import { afterAll, expect } from 'vitest'
import type { Plan } from '#server/db/types.ts'
import { beatLine } from './checkout.ts'
import { createProblems } from './problems.ts'
import type { Person } from './shop.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type NewSeller = { plan?: Plan; paypal?: string; weekly?: boolean }

/** The address to which a seller is paid unless a test names another one. */
export const paypalOf = ({ id }: { id: number }) => `to-${id}@paypal.test`

/** The shop of a test file. After the last test its books are checked, and it closes. */
export async function openPayouts() {
  const shop = await createPayouts()
  afterAll(async () => {
    expect(await shop.sumOfAll()).toBeCloseTo(0, 6)
    await shop.world.close()
  })
  return shop
}

/** A shop whose sellers have earnings, and the clock that pays them out. */
export async function createPayouts() {
  const shop = await createProblems()
  const { world, patient } = shop
  const { db } = world.app

  const summaryOf = (seller: Person) => seller.call('GET /me/payouts/summary')
  const historyOf = async (seller: Person) => (await seller.call('GET /me/payouts/history', { query: {} })).items
  const rounds = async () => {
    await world.takeDue()
    await world.work()
  }
  /** Moves the clock, and lets the shop and the provider do what is due by then. */
  const pass = async (milliseconds: number) => {
    world.passTime(milliseconds)
    await rounds()
  }

  async function sell(seller: Person) {
    const beatId = await shop.addBeat({ ownerId: seller.id })
    const buyer = await world.signUp()
    const { orderId } = await shop.buy([beatLine(beatId)], buyer)
    return { beatId, buyer: patient(buyer), orderId }
  }

  /** Somebody whose PayPal is linked since days, without sales. */
  async function seller({ plan = 'growth', paypal = '', weekly = false }: NewSeller = {}) {
    const person = patient(await world.signUp())
    await db.updateTable('account').set({ plan }).where('id', '=', person.id).execute()
    const paypalEmail = paypal || paypalOf(person)
    await person.call('PATCH /me/paypal', { body: { paypalEmail, password: person.password } })
    await person.call('PATCH /me/payouts', { body: { legalName: 'Lola Adeyemi', country: 'NG', autoPayout: weekly } })
    world.passTime(3 * DAY)
    return person
  }

  /** The seller was paid before at this address, so nobody looks any more. */
  async function known(person: Person) {
    await db
      .insertInto('payout')
      .values({
        accountId: person.id,
        kind: 'same_day',
        state: 'paid',
        grossCents: 1,
        address: (await summaryOf(person)).paypalEmail,
        provider: 'sandbox',
        sentAt: world.app.clock.now(),
        createdAt: world.app.clock.now(),
        endedAt: world.app.clock.now(),
      })
      .execute()
  }

  /** A sale of $29.95 whose money is in the balance. */
  async function earn(person: Person) {
    const sold = await sell(person)
    world.passTime(3 * DAY)
    return sold
  }

  return {
    ...shop,
    summaryOf,
    historyOf,
    rounds,
    pass,
    sell,
    seller,
    known,
    earn,
    /** A known seller with $29.95 in the balance. */
    async readySeller(wanted?: NewSeller) {
      const person = await seller(wanted)
      await known(person)
      await earn(person)
      return person
    },
    /** A known seller, paid each Monday. */
    async weekly(wanted?: NewSeller) {
      const person = await seller({ weekly: true, ...wanted })
      await known(person)
      return person
    },
    weeksOf: async (person: Person) => (await historyOf(person)).filter(({ kind }) => kind === 'weekly'),
    /** The provider answers nothing meanwhile. Other rounds fail then, too. */
    async silence(act: () => Promise<void>) {
      await db.updateTable('sandboxSetting').set({ isDown: true }).execute()
      await act()
      await db.updateTable('sandboxSetting').set({ isDown: false }).execute()
    },
    async passInSilence(milliseconds: number) {
      world.passTime(milliseconds)
      await world.takeDue().catch((error: Error) => error)
    },
    sameDay: (seller: Person) => seller.call('POST /payouts/same-day'),
    /** To the next Monday, a minute after midnight (UTC). */
    async toMonday() {
      const now = world.app.clock.now()
      const days = (8 - now.getUTCDay()) % 7 || 7
      const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
      world.passTime(midnight + days * DAY + MINUTE - now.getTime())
      await world.takeDue()
    },
    /** As an admin does at the desk. */
    approve: (id: number) =>
      db
        .updateTable('payout')
        .set({ looks: [], approvedAt: world.app.clock.now(), dueAt: world.app.clock.now() })
        .where('id', '=', id)
        .execute(),
    mailsTo: async ({ email }: Person, kind: string) =>
      (
        await db
          .selectFrom('mail')
          .where('recipient', '=', email)
          .where('kind', '=', kind)
          .select('subject')
          .orderBy('id')
          .execute()
      ).map(({ subject }) => subject),
    /** What the sandbox was asked to send to this address. */
    sentTo: (address: string) =>
      db.selectFrom('sandboxPayout').where('address', '=', address).select(['cents', 'state', 'reference']).execute(),
    balances: async (ownerId: number) => {
      const all = await shop.ledger()
      return { earnings: all[`earnings ${ownerId}`] ?? 0, payouts: all[`payouts ${ownerId}`] ?? 0 }
    },
  }
}
export type PayoutShop = Awaited<ReturnType<typeof createPayouts>>
