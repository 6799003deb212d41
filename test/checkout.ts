import type { CartItem, PaymentMethod } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-types.ts'
import { dollars } from '#server/money.ts'
import type { Person } from './shop.ts'
import { fileOf } from './factories.ts'
import { createShop } from './shop.ts'
import type { WorldOptions } from './world.ts'

const CARD = { number: '4242 4242 4242 4242', expires: '12 / 39', cvc: '314' }

/** A license of a beat, as a line of a cart. */
export const beatLine = (beatId: number, licenseType: LicenseType = 'MP3', upgradeOf?: number): CartItem => ({
  type: 'beat',
  beatId,
  licenseType,
  upgradeOf,
})

export const packLine = (packId: number, licenseType: 'MP3' | 'EXCLUSIVE' = 'MP3'): CartItem => ({
  type: 'pack',
  packId,
  licenseType,
})

export const kitLine = (kitId: number): CartItem => ({ type: 'kit', kitId })

/** A shop with things to buy, and what a buyer's browser does to buy them. */
export async function createCheckout(options: WorldOptions = {}) {
  const shop = await createShop(options)
  const { world, fan } = shop

  const preview = (items: CartItem[], buyer: Person = fan, code = '') =>
    buyer.call('POST /checkout/preview', { body: { items, code } })

  async function start(
    items: CartItem[],
    {
      buyer = fan,
      method = 'credit',
      key,
      total,
      code = '',
    }: { buyer?: Person; method?: PaymentMethod; key?: string; total?: number; code?: string } = {},
  ) {
    return buyer.call('POST /checkout/start', {
      body: {
        items,
        method,
        total: total ?? (await preview(items, buyer, code)).total,
        code,
        legalName: 'Nadia Åström-Bello',
      },
      headers: { ...(key && { 'idempotency-key': key }) },
    })
  }
  type Started = Awaited<ReturnType<typeof start>>

  const payByCard = ({ sessionId, clientSecret }: Started, number = CARD.number) =>
    world.guest('POST /sandbox/payments/:reference/card', {
      params: { reference: sessionId! },
      body: { ...CARD, number, clientSecret: clientSecret! },
    })
  const confirm = ({ sessionId, orderId }: Started, buyer: Person = fan) =>
    buyer.call('POST /checkout/confirm', { body: { provider: 'stripe', sessionId: sessionId!, orderId } })

  /** Money by account, in dollars. */
  async function ledger() {
    const rows = await world.app.db
      .selectFrom('ledgerLine')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'accountId')
      .groupBy(['kind', 'ownerId'])
      .select(({ fn }) => ['kind', 'ownerId', fn.sum<number>('cents').as('cents')])
      .execute()
    return Object.fromEntries(
      rows.map(({ kind, ownerId, cents }) => [ownerId ? `${kind} ${ownerId}` : kind, dollars(Number(cents))]),
    )
  }

  return {
    ...shop,
    preview,
    start,
    payByCard,
    confirm,
    /** A beat with all licenses that its files allow. */
    addBeat: (over: object = {}) =>
      shop.add({
        files: [fileOf('master'), fileOf('mp3'), fileOf('stems')],
        licenses: [
          { type: 'MP3', priceCents: 2_995 },
          { type: 'WAV', priceCents: 4_495 },
          { type: 'PREMIUM', priceCents: 9_900 },
          { type: 'EXCLUSIVE', priceCents: 49_900 },
        ],
        ...over,
      }),
    /** A pack that holds a beat which is also sold alone. */
    addPackWith: (beatId: number) =>
      shop.add({
        kind: 'pack',
        files: [fileOf('archive')],
        licenses: [
          { type: 'MP3', priceCents: 5_000 },
          { type: 'EXCLUSIVE', priceCents: 90_000 },
        ],
        tracks: [{ title: 'One', path: 'One.mp3', beatId }],
      }),
    addKit: (priceCents = 1_900) => shop.add({ kind: 'kit', priceCents, files: [fileOf('archive')] }),
    async admin() {
      const admin = await world.signUp()
      await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
      return admin
    },
    /** The whole way: start, pay by card, confirm. */
    async buy(items: CartItem[], buyer: Person = fan, code = '') {
      const started = await start(items, { buyer, code })
      if (started.state === 'open') await payByCard(started)
      return started.state === 'open' ? confirm(started, buyer) : started
    },
    ledger,
    /** The owner's earnings, in dollars. */
    earnings: async () => (await ledger())[`earnings ${shop.owner.id}`] ?? 0,
    /** 0 if the books are right. */
    sumOfAll: async () => Object.values(await ledger()).reduce((sum, amount) => sum + amount, 0),
    orderAtDesk: (admin: Person, id: number) => admin.call('GET /admin/orders/:id', { params: { id } }),
    refund: (admin: Person, id: number, lines: { id: number; amount: number }[]) =>
      admin.call('POST /admin/orders/:id/refund', { params: { id }, body: { lines, reason: 'File is faulty' } }),
    /** A dispute of a payment goes through these states, each with its message. */
    async dispute(admin: Person, reference: string, ...states: readonly ('open' | 'won' | 'lost')[]) {
      for (const state of states) {
        await admin.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
        await world.work()
      }
    },
    /** The buyer's bank takes a part of a payment for good. It may have asked for more. */
    async loseDispute(admin: Person, reference: string, cents: number, asked = cents) {
      for (const [state, sum] of [
        ['open', asked],
        ['lost', cents],
      ] as const) {
        await admin.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
        await world.app.db
          .updateTable('sandboxDispute')
          .set({ cents: sum })
          .where('paymentId', 'in', (of) =>
            of.selectFrom('sandboxPayment').where('reference', '=', reference).select('id'),
          )
          .execute()
        await world.work()
      }
    },
    purchasesOf: ({ id }: Person) =>
      world.app.db
        .selectFrom('purchase')
        .where('buyerId', '=', id)
        .select(['id', 'itemId', 'licenseType', 'state', 'cents', 'title'])
        .orderBy('id')
        .execute(),
    orderOf: (id: number) =>
      world.app.db.selectFrom('shopOrder').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  }
}
export type Checkout = Awaited<ReturnType<typeof createCheckout>>
