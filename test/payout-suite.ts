import { expect, test } from 'vitest'
import { ProviderRefused } from '#server/payments/port.ts'
import type { NewPayout, Payouts, PayoutSeen } from '#server/payments/port-payouts.ts'

const DAY = 24 * 60 * 60_000

type State = PayoutSeen['state']

/** A provider, and its receivers and clock as tests move them. */
type Played = {
  payouts: Payouts
  now: () => Date
  newKey: () => string
  /** An address whose payouts end so. */
  addressOf: (state: State) => string
  /** Moves the clock to a time, and lets the provider do what is due by then. */
  passUntil: (time: Date) => Promise<void>
}

/** The promises of the port about payouts. Each provider that has them is put through these tests. */
export function testPayouts(played: () => Played) {
  const item = (state: State, over: Partial<NewPayout> = {}): NewPayout => ({
    key: `payout-${state}`,
    address: played().addressOf(state),
    cents: 4_200,
    note: 'Your sales at Slide',
    ...over,
  })
  const send = (...items: NewPayout[]) => played().payouts.send({ key: played().newKey(), items })
  const pass = (days: number) => played().passUntil(new Date(played().now().getTime() + days * DAY))
  const statesOf = async (reference: string) =>
    Object.fromEntries((await played().payouts.find(reference)).items.map(({ key, state }) => [key, state]))

  test('each payout of a batch ends by itself', async () => {
    const states = ['paid', 'failed', 'returned', 'unclaimed', 'blocked'] as const
    const sent = await send(...states.map((state) => item(state)))
    expect(sent.state).toBe('processing')
    expect(sent.items.filter(({ state }) => state !== 'pending')).toEqual([])
    await pass(1)
    const { state, items } = await played().payouts.find(sent.reference)
    expect(state).toBe('done')
    expect(Object.fromEntries(items.map((one) => [one.key, one.state]))).toEqual(
      Object.fromEntries(states.map((one) => [`payout-${one}`, one])),
    )
    for (const one of items) {
      expect(one).toMatchObject({ cents: 4_200, currency: 'USD' })
      expect(one.failure === null).toBe(one.state === 'paid')
      expect(one.feeCents === null).toBe(one.state !== 'paid')
    }
    await pass(31)
    expect(await statesOf(sent.reference)).toMatchObject({ 'payout-unclaimed': 'returned', 'payout-paid': 'paid' })
  })

  test('one key sends one batch, however often it is asked, and no other', async () => {
    const batch = { key: played().newKey(), items: [item('paid')] }
    const all = await Promise.all(Array.from({ length: 10 }, () => played().payouts.send(batch)))
    expect(new Set(all.flatMap(({ items }) => items.map(({ reference }) => reference))).size).toBe(1)
    await pass(1)
    const later = await played().payouts.send(batch)
    expect(later).toMatchObject({ reference: all[0]!.reference, state: 'done', items: [{ state: 'paid' }] })
    for (const over of [{ cents: 4_201 }, { address: 'another@slide.test' }])
      await expect(played().payouts.send({ ...batch, items: [item('paid', over)] })).rejects.toThrow(ProviderRefused)
    expect(await played().payouts.find(later.reference)).toEqual(later)
  })

  test('a denied batch sends nothing', async () => {
    const { reference } = await send(item('paid'), item('paid', { key: 'other', address: 'denied@slide.test' }))
    await pass(1)
    const { state, items } = await played().payouts.find(reference)
    expect(state).toBe('denied')
    expect(items.filter((one) => one.state === 'paid')).toEqual([])
  })

  test('a batch without items, amounts, addresses or names of their own is refused', async () => {
    for (const items of [
      [],
      [item('paid', { cents: 0 })],
      [item('paid', { cents: -4_200 })],
      [item('paid', { address: 'nobody' })],
      [item('paid'), item('paid')],
    ])
      await expect(send(...items)).rejects.toThrow(ProviderRefused)
    await expect(played().payouts.find('sbb_00000000-0000-0000-0000-000000000000')).rejects.toThrow(ProviderRefused)
  })
}
