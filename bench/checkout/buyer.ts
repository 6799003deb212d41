import { randomUUID } from 'node:crypto'
import type { CartItem, PaymentMethod, StartedOrder } from '#contract/checkout.ts'
import type { Random } from '#server/art/random.ts'
import { clientOf, Refused, until, type Person } from './client.ts'
import type { Ware } from './wares.ts'

export const CARD = { number: '4242 4242 4242 4242', expires: '12 / 39', cvc: '314' }
const DECLINED = '4000 0000 0000 0002'
const NAME = 'Nadia Åström-Bello'
const STARTS = 20

/** How people buy: shares of them. */
const EXCLUSIVE = 0.1
const RELOADS = 0.2 // after a broken connection, instead of repeating the same request
const TWO_TABS = 0.1
const LOSES_INTEREST = 0.05
const DECLINED_FIRST = 0.05
const CLOSES = 0.3 // the browser, after paying
const CONFIRMS_TWICE = 0.1

export type Told = {
  /** Orders that the shop called paid. */
  paid: Set<number>
  /** Payments that the provider called paid or approved. */
  payments: Set<string>
  /** Those among them whose browser was closed. */
  closed: Set<string>
  outcomes: Map<string, number>
  repeats: number
}
export const nothingTold = (): Told => ({
  paid: new Set(),
  payments: new Set(),
  closed: new Set(),
  outcomes: new Map(),
  repeats: 0,
})

type World = { url: () => Promise<string>; wares: readonly Ware[]; random: Random; told: Told }

/** One visit of a buyer to the checkout. Says how it ended. */
export async function visit({ url, wares, random, told }: World, { call }: Person, has: Set<CartItem>) {
  const patient = <Answer>(act: () => Promise<Answer>) => until(act, () => told.repeats++)
  const items = pick()
  const key = randomUUID()
  let usedKey = key
  const start = async (): Promise<StartedOrder | null> => {
    for (let attempt = 0; attempt < STARTS; attempt++) {
      const { lines, total } = await patient(() => call('POST /checkout/preview', { body: { items } }))
      for (const [at, { state }] of [...lines.entries()].toReversed())
        if (state !== 'available') {
          if (state === 'owned' || state === 'gone') has.add(items[at]!)
          items.splice(at, 1)
        }
      if (items.length < lines.length) {
        if (items.length === 0) return null
        usedKey = randomUUID() // another cart
        continue
      }
      const ask = (withKey: string) =>
        call('POST /checkout/start', {
          body: { items, method, total, legalName: NAME },
          headers: { 'idempotency-key': withKey },
        })
      try {
        return await until(
          () => (random.chance(TWO_TABS) ? first(ask(usedKey), ask(randomUUID())) : ask(usedKey)),
          () => {
            told.repeats++
            if (random.chance(RELOADS)) usedKey = randomUUID()
          },
        )
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const { code } = error
        if (code === 'already_paid') throw error
        if (!['cart_changed', 'held', 'payment_ended', 'still_paying', 'conflict'].includes(code)) throw error
        if (code === 'payment_ended') usedKey = randomUUID()
      }
    }
    return null
  }
  const method = random.pick<PaymentMethod>(['credit', 'credit', 'google', 'paypal'])

  const started = await start()
  if (!started) return 'nothing to buy'
  const { orderId, state } = started
  if (state === 'paid') return 'paid by a former start'
  if (random.chance(LOSES_INTEREST)) return 'lost interest'
  const sessionId = started.sessionId!
  const guest = clientOf(url)
  const pay = async (number = CARD.number) => {
    if (method === 'credit') {
      const body = { ...CARD, number, clientSecret: started.clientSecret! }
      return (await guest('POST /sandbox/payments/:reference/card', { params: { reference: sessionId }, body })).state
    }
    const body = { answer: 'approve' as const }
    await guest('POST /sandbox/payments/:reference/approval', { params: { reference: sessionId }, body })
    return 'paid'
  }
  if (method === 'credit' && random.chance(DECLINED_FIRST)) await patient(() => pay(DECLINED))
  const paid = await patient(() => pay())
  if (paid !== 'paid') return `the card was ${paid}`
  told.payments.add(sessionId)
  if (random.chance(CLOSES)) {
    told.closed.add(sessionId)
    return 'paid, browser closed'
  }
  const confirm = () => call('POST /checkout/confirm', { body: { provider: 'stripe', sessionId, orderId } })
  const confirmed = await patient(() => (random.chance(CONFIRMS_TWICE) ? first(confirm(), confirm()) : confirm()))
  if (confirmed.state === 'paid') told.paid.add(confirmed.orderId)
  return `confirmed: ${confirmed.state}`

  function pick() {
    const left = wares.filter(({ item }) => !has.has(item))
    const wanted = left.filter(({ isExclusive }) => isExclusive)
    const isExclusive = wanted.length > 0 && random.chance(EXCLUSIVE)
    return random
      .sample(isExclusive ? wanted : left.filter((ware) => !ware.isExclusive), isExclusive ? 1 : random.whole(1, 3))
      .map(({ item }) => item)
  }
}

/** Two tabs at once: the answer of one that had an answer. */
async function first<Answer>(one: Promise<Answer>, other: Promise<Answer>) {
  const answers = await Promise.allSettled([one, other])
  const good = answers.find((answer) => answer.status === 'fulfilled')
  if (good) return good.value
  throw (answers[0] as PromiseRejectedResult).reason
}
