import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentMethod } from '#contract/checkout.ts'
import { CARD, type Told } from './buyer.ts'
import { clientOf, isTrouble, until, type Person } from './client.ts'
import type { Ware } from './wares.ts'

type Dying = {
  ready: Promise<{ url: string }>
  ended: Promise<unknown>
  isRunning: () => boolean
  kill: (signal: 'SIGKILL') => unknown
}
type World = {
  startDying: (point: number) => Dying
  /** The server that goes on. */
  url: () => Promise<string>
  buyers: readonly Person[]
  admin: Person
  wares: readonly Ware[]
  told: Told
}
/** Does one thing at a server, and tells how to go on elsewhere after it died. */
type Act = (at: World & { buyer: Person; ware: Ware }) => Promise<Steps>
type Steps = {
  /** At the server that dies. */
  first: (url: () => string) => Promise<unknown>
  /** At the other one. */
  afterwards: () => Promise<unknown>
}

/** Kills a second server before and after everything that it writes for good, and goes on at the first one. */
export async function killAtPoints(world: World) {
  const killed: Record<string, number> = {}
  let next = 0
  for (const [name, act] of Object.entries(ACTS)) {
    killed[name] = 0
    for (let point = 1; ; point++) {
      // each time another pair of buyer and ware
      const wares = world.wares.filter(({ isExclusive }) => !isExclusive)
      const turn = next++
      const buyer = world.buyers[turn % world.buyers.length]!
      for (const person of [buyer, world.admin]) await person.renew() // a token must not end while a server dies
      const ware = await freeWare(world, buyer, wares, turn)
      const steps = await act({ ...world, buyer, ware })
      if (!(await dies(world, steps, point))) break
      killed[name]++
    }
    if (killed[name] === 0) throw new Error(`No server died in ${name}: the points are not seen any more.`)
  }
  return `killed at named points: ${Object.entries(killed)
    .map(([name, points]) => `${points} of ${name}`)
    .join(', ')}`
}

async function freeWare({ url }: World, { token }: Person, wares: readonly Ware[], turn: number) {
  const call = clientOf(url, token)
  for (let at = 0; at < wares.length; at++) {
    const ware = wares[(turn * 7 + at) % wares.length]!
    const { lines } = await call('POST /checkout/preview', { body: { items: [ware.item] } })
    if (lines[0]!.state === 'available') return ware
  }
  throw new Error('A buyer has bought everything.')
}

/** False: the server lived on. */
async function dies({ startDying }: World, { first, afterwards }: Steps, point: number) {
  const dying = startDying(point)
  const { url } = await dying.ready
  const outcome = await first(() => url).then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome !== null && !isTrouble(outcome)) throw outcome
  if (outcome !== null) await Promise.race([dying.ended, sleep(5_000, null, { ref: false })])
  const died = !dying.isRunning()
  dying.kill('SIGKILL')
  await dying.ended
  if (outcome !== null && !died) throw outcome
  await afterwards()
  return died
}

const buying =
  (method: PaymentMethod, comesBack: boolean): Act =>
  async ({ url, buyer, ware, told }) => {
    const key = randomUUID()
    const { total } = await buyer.call('POST /checkout/preview', { body: { items: [ware.item] } })
    const way = (at: () => string | Promise<string>) => {
      const call = clientOf(at, buyer.token)
      return async () => {
        const started = await call('POST /checkout/start', {
          body: { items: [ware.item], method, total, legalName: 'Nadia Åström-Bello' },
          headers: { 'idempotency-key': key },
        })
        if (started.state === 'paid') return void told.paid.add(started.orderId)
        const reference = started.sessionId!
        const params = { reference }
        if (method === 'credit')
          await call('POST /sandbox/payments/:reference/card', {
            params,
            body: { ...CARD, clientSecret: started.clientSecret! },
          })
        else await call('POST /sandbox/payments/:reference/approval', { params, body: { answer: 'approve' } })
        told.payments.add(reference)
        told.closed.add(reference)
        const body = { provider: 'stripe' as const, sessionId: reference, orderId: started.orderId }
        const { state, orderId } = await call('POST /checkout/confirm', { body })
        if (state === 'paid') told.paid.add(orderId)
      }
    }
    return { first: (at) => way(at)(), afterwards: () => (comesBack ? until(way(url)) : Promise.resolve()) }
  }

/** An order is bought in peace. Its refund is asked at the server that dies, and nobody asks again. */
const refunding: Act = async (at) => {
  const { afterwards } = await buying('credit', true)(at)
  await afterwards()
  const { items } = await at.admin.call('GET /admin/orders', { query: { q: at.buyer.email, limit: 1 } })
  const { id } = items[0]!
  const { lines } = await at.admin.call('GET /admin/orders/:id', { params: { id } })
  const body = { reason: 'It was asked for.', lines: lines.map((line) => ({ id: line.id, amount: line.total })) }
  return {
    first: (url) => clientOf(url, at.admin.token)('POST /admin/orders/:id/refund', { params: { id }, body }),
    afterwards: async () => {},
  }
}

const ACTS: Record<string, Act> = {
  'a card whose buyer comes back': buying('credit', true),
  'a card whose buyer is gone': buying('credit', false),
  'PayPal whose buyer comes back': buying('paypal', true),
  'PayPal whose buyer is gone': buying('paypal', false),
  'a refund': refunding,
}
