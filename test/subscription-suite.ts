import { expect, test } from 'vitest'
import { ProviderRefused, type Method, type Provider, type StartedPayment } from '#server/payments/port.ts'
import type { NewSubscription, Subscriptions } from '#server/payments/port-subscriptions.ts'

const DAY = 24 * 60 * 60_000
const NEVER = new Date(0)

/** A provider, and its buyers and clock as tests move them. */
type Played = {
  provider: Provider
  subscriptions: Subscriptions
  now: () => Date
  newKey: () => string
  /** A month of a plan, by a card that behaves so. */
  monthly: (
    over?: Partial<NewSubscription>,
    card?: 'good' | 'declined' | 'challenged' | 'failsLater',
  ) => Promise<NewSubscription>
  /** The buyer answers their bank, or the provider's page. */
  agree: (started: StartedPayment) => Promise<void>
  /** Moves the clock to a time, and lets the provider do what is due by then. */
  passUntil: (time: Date) => Promise<void>
}

type Deviations = {
  /** The methods whose buyers approve on a page. */
  pages?: readonly Method[]
  /** Without cards all buyers approve on a page. */
  takesCards?: boolean
  /** Otherwise a subscription knows the keys of its own calls only. */
  keepsKeys?: boolean
}

/** The promises of the port about subscriptions. Each provider that has them is put through these tests. */
export function testSubscriptions(
  played: () => Played,
  { pages = ['paypal', 'google'], takesCards = true, keepsKeys = true }: Deviations = {},
) {
  const calls = () => played().subscriptions
  const paymentsOf = (reference: string, since = NEVER) => calls().findPayments({ reference, since })
  async function begin(over: Partial<NewSubscription> = {}, card?: 'good' | 'failsLater') {
    const started = await calls().start(await played().monthly(over, card))
    if (!takesCards) await played().agree(started)
    const { reference } = started
    return { reference, ask: () => ({ key: played().newKey(), reference }) }
  }
  const untilNext = async (reference: string) => (await calls().find(reference)).paidUntil!
  const at = (year: number, day: string) => played().passUntil(new Date(`${year}-${day}T12:00:00Z`))
  const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
  const yearAfter = (year: number, leap: boolean): number =>
    isLeap(year + 1) === leap ? year + 1 : yearAfter(year + 1, leap)

  test('periods keep their day over short months and leap days', async () => {
    const short = yearAfter(played().now().getUTCFullYear(), false)
    await at(short, '01-31')
    const monthly = await begin()
    await at(short + 1, '02-01')
    const days = (await paymentsOf(monthly.reference)).map(({ from }) => from.toISOString().slice(5, 10))
    expect(days.slice(0, 5)).toEqual(['01-31', '02-28', '03-31', '04-30', '05-31'])
    expect(days).toHaveLength(13)
    await calls().end(monthly.ask())
    const leap = yearAfter(short + 1, true)
    await at(leap, '02-29')
    const yearly = await begin({ price: { plan: 'pro', cents: 29_999, every: 'year' } })
    await at(leap + 4, '03-02')
    const years = (await paymentsOf(yearly.reference)).map(({ from }) => from.toISOString().slice(5, 10))
    expect(years).toEqual(['02-29', '02-28', '02-28', '02-28', '02-29'])
    await calls().end(yearly.ask())
  })

  if (takesCards) testCards(played)

  test.each(pages)('%s: the buyer approves on a page', async (method) => {
    const started = await calls().start(await played().monthly({ method }))
    expect(started).toMatchObject({ clientSecret: null, approvalUrl: expect.stringMatching(/^https?:/) })
    expect(await calls().find(started.reference)).toMatchObject({ state: 'open', paidUntil: null })
    await played().agree(started)
    expect(await calls().find(started.reference)).toMatchObject({ state: 'active' })
    expect(await paymentsOf(started.reference)).toHaveLength(1)
  })

  test('one key begins one subscription, however often it is asked, and no other', async () => {
    const request = await played().monthly()
    const all = await Promise.all(Array.from({ length: 10 }, () => calls().start(request)))
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(1)
    expect(await paymentsOf(all[0]!.reference)).toHaveLength(takesCards ? 1 : 0)
    const fromElsewhere = { ...request, returnUrl: 'https://www.beats.example/payment/confirm' }
    expect(await calls().start(fromElsewhere)).toEqual(all[0])
    const dearer = { ...request, cents: 1, price: { ...request.price, cents: 1 } }
    await expect(calls().start(dearer)).rejects.toThrow(ProviderRefused)
    expect(await calls().find(all[0]!.reference)).toMatchObject({ price: { cents: 999 } })
  })

  test('renewals come by themselves, each with its period', async () => {
    const { reference } = await begin()
    const first = (await paymentsOf(reference))[0]!
    await played().passUntil(first.until)
    const [, second, ...others] = await paymentsOf(reference)
    expect(others).toEqual([])
    expect(second).toMatchObject({ state: 'paid', cents: 999, from: first.until })
    expect(await untilNext(reference)).toEqual(second!.until)
    await played().passUntil(second!.until)
    const since = new Date(second!.until.getTime() - DAY)
    expect(await paymentsOf(reference, since)).toMatchObject([{ from: second!.until }])
  })

  test('each renewal is refunded like any other payment', async () => {
    const { reference } = await begin()
    await played().passUntil(await untilNext(reference))
    const [first, renewal] = await paymentsOf(reference)
    const { provider, newKey } = played()
    const refund = { key: newKey(), payment: renewal!.reference, cents: 400 }
    const done = await provider.refund(refund)
    expect(done).toMatchObject({ state: 'done', cents: 400 })
    expect(await provider.refund(refund)).toEqual(done)
    await expect(provider.refund({ ...refund, cents: 300 })).rejects.toThrow(ProviderRefused)
    await expect(provider.refund({ ...refund, key: newKey(), cents: 600 })).rejects.toThrow(ProviderRefused)
    expect(await provider.refund({ ...refund, key: newKey(), cents: 599 })).toMatchObject({ state: 'done' })
    expect(await provider.refund({ ...refund, key: newKey(), payment: first!.reference })).toMatchObject({
      state: 'done',
    })
    expect(await calls().find(reference)).toMatchObject({ state: 'active' })
  })

  test('a failed renewal is tried again, then the subscription is paused and charges nothing', async () => {
    const { reference, ask } = await begin({}, 'failsLater')
    const paidUntil = await untilNext(reference)
    await played().passUntil(paidUntil)
    expect(await calls().find(reference)).toMatchObject({ state: 'overdue', paidUntil, failure: expect.any(String) })
    const [, failed] = await paymentsOf(reference)
    expect(failed).toMatchObject({ state: 'open', failure: expect.any(String), from: paidUntil, paidWith: null })
    expect(failed!.nextTryAt!.getTime()).toBeGreaterThan(paidUntil.getTime())
    await expect(played().provider.refund({ key: ask().key, payment: failed!.reference, cents: 1 })).rejects.toThrow(
      ProviderRefused,
    )
    await played().passUntil(new Date(paidUntil.getTime() + 90 * DAY))
    expect(await calls().find(reference)).toMatchObject({ state: 'paused', paidUntil })
    expect(await paymentsOf(reference)).toMatchObject([{ state: 'paid' }, { state: 'canceled', nextTryAt: null }])
    await expect(calls().resume(ask())).rejects.toThrow(ProviderRefused)
    expect(await calls().find(reference)).toMatchObject({ state: 'paused' })
  })

  test('a canceled subscription runs to its end; until then it can be resumed', async () => {
    const { reference, ask } = await begin()
    const cancel = ask()
    expect(await calls().cancel(cancel)).toMatchObject({ state: 'active', endsWithPeriod: true })
    await calls().resume(ask())
    expect(await calls().cancel(cancel)).toMatchObject({ state: 'active', endsWithPeriod: false }) // a late repetition
    await played().passUntil(await untilNext(reference))
    expect(await paymentsOf(reference)).toHaveLength(2)
    await calls().cancel(ask())
    await played().passUntil(await untilNext(reference))
    expect(await calls().end(ask())).toMatchObject({ state: 'ended' })
    expect(await paymentsOf(reference)).toHaveLength(2)
    await expect(calls().resume(ask())).rejects.toThrow(ProviderRefused)
  })

  test('a key of one call is refused to another', async () => {
    const { reference, ask } = await begin()
    const request = ask()
    await calls().cancel(request)
    await expect(calls().resume(request)).rejects.toThrow(ProviderRefused)
    await expect(calls().end(request)).rejects.toThrow(ProviderRefused)
    expect(await calls().find(reference)).toMatchObject({ state: 'active', endsWithPeriod: true })
  })

  if (keepsKeys)
    test('a key of one subscription is refused to another', async () => {
      const [one, other] = [await begin(), await begin()]
      const request = one.ask()
      await calls().cancel(request)
      await expect(calls().cancel({ ...request, reference: other.reference })).rejects.toThrow(ProviderRefused)
      expect(await calls().find(other.reference)).toMatchObject({ endsWithPeriod: false })
    })

  test('an ended subscription charges nothing more', async () => {
    const { reference, ask } = await begin()
    const request = ask()
    expect(await calls().end(request)).toMatchObject({ state: 'ended' })
    expect(await calls().end(request)).toMatchObject({ state: 'ended' })
    await played().passUntil(new Date(played().now().getTime() + 40 * DAY))
    expect(await paymentsOf(reference)).toHaveLength(1)
  })

  test('a trial costs nothing until its end; a first period may be free', async () => {
    const trial = await begin({ trialDays: 7, cents: 500 })
    const [begun, end] = [played().now().getTime(), await untilNext(trial.reference)]
    expect(end.getTime()).toBeGreaterThan(begun + 6.9 * DAY)
    expect(end.getTime()).toBeLessThan(begun + 7.1 * DAY)
    expect(await calls().find(trial.reference)).toMatchObject({ state: 'active' })
    expect(await paymentsOf(trial.reference)).toEqual([])
    await played().passUntil(end)
    expect(await paymentsOf(trial.reference)).toMatchObject([{ state: 'paid', cents: 500, from: end }])
    const free = await begin({ cents: 0 })
    expect(await paymentsOf(free.reference)).toEqual([])
    await played().passUntil(await untilNext(free.reference))
    expect(await paymentsOf(free.reference)).toMatchObject([{ cents: 999 }])
  })

  test('an unknown subscription is refused', async () => {
    const reference = 'sbs_00000000-0000-0000-0000-000000000000'
    await expect(calls().find(reference)).rejects.toThrow(ProviderRefused)
    await expect(calls().cancel({ key: played().newKey(), reference })).rejects.toThrow(ProviderRefused)
  })
}

/** The promises about subscriptions by a card that is given to the shop. */
function testCards(played: () => Played) {
  const calls = () => played().subscriptions
  const paymentsOf = (reference: string) => calls().findPayments({ reference, since: NEVER })

  test('a good card pays the first period at once', async () => {
    const request = await played().monthly({ cents: 700 })
    const started = await calls().start(request)
    expect(started).toMatchObject({ clientSecret: null, approvalUrl: null })
    const { reference } = started
    const seen = await calls().find(reference)
    expect(seen).toMatchObject({
      state: 'active',
      price: request.price,
      currency: 'USD',
      endsWithPeriod: false,
      paidWith: expect.stringContaining('Visa'),
      failure: null,
    })
    const [payment, ...others] = await paymentsOf(reference)
    expect(others).toEqual([])
    expect(payment).toMatchObject({ state: 'paid', cents: 700, until: seen.paidUntil, nextTryAt: null })
    expect(await played().provider.findPayment(payment!.reference)).toMatchObject({ state: 'paid', cents: 700 })
  })

  test('a declined card is refused, also when it is asked again, and another key begins anew', async () => {
    const request = await played().monthly({}, 'declined')
    await expect(calls().start(request)).rejects.toThrow(ProviderRefused)
    await expect(calls().start(request)).rejects.toThrow(/declined/)
    expect(await calls().find((await calls().start(await played().monthly())).reference)).toMatchObject({
      state: 'active',
    })
  })

  test('a challenged card pays after its holder has answered', async () => {
    const request = await played().monthly({}, 'challenged')
    const started = await calls().start(request)
    expect(started).toMatchObject({ clientSecret: expect.any(String), approvalUrl: null })
    expect(await calls().find(started.reference)).toMatchObject({ state: 'open', paidUntil: null, paidWith: null })
    expect(await calls().start(request)).toEqual(started)
    await played().agree(started)
    expect(await calls().find(started.reference)).toMatchObject({ state: 'active' })
    expect(await paymentsOf(started.reference)).toMatchObject([{ state: 'paid', cents: 999 }])
  })
}
