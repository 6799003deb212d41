import { randomUUID } from 'node:crypto'
import type { CartItem, StartedOrder } from '#contract/checkout.ts'
import type { Random } from '#server/art/random.ts'
import type { Db } from '#server/db/connect.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { CARD, type Told } from './buyer.ts'
import { clientOf, isTrouble, Refused, type Person } from './client.ts'

/** A beat that is sold alone and in a pack. */
type Prize = { beatId: number; packId: number }

export async function addPrize(db: Db, ownerId: number, round: number): Promise<Prize> {
  const beatId = await addItem(db, {
    ownerId,
    title: `Beat ${round}`,
    files: [fileOf('master'), fileOf('mp3'), fileOf('stems')],
    licenses: [
      { type: 'MP3', priceCents: 2_995 },
      { type: 'WAV', priceCents: 4_495 },
      { type: 'EXCLUSIVE', priceCents: 49_900 },
    ],
  })
  const packId = await addItem(db, {
    ownerId,
    kind: 'pack',
    title: `Pack ${round}`,
    files: [fileOf('archive')],
    licenses: [
      { type: 'MP3', priceCents: 5_000 },
      { type: 'EXCLUSIVE', priceCents: 90_000 },
    ],
    tracks: [{ title: 'One', path: 'One.mp3', beatId }],
  })
  return { beatId, packId }
}

/** The buyers that own a beat exclusively, by itself or in its pack. */
export const ownersOf = (db: Db, { beatId, packId }: Prize) =>
  db
    .selectFrom('purchase')
    .where('itemId', 'in', [beatId, packId])
    .where('licenseType', '=', 'EXCLUSIVE')
    .where('state', '=', 'owned')
    .select('buyerId')
    .execute()

/** The shares of buyers by the license that they race for. */
const WANTED: { share: number; of: (prize: Prize) => CartItem }[] = [
  { share: 0.5, of: ({ beatId }) => ({ type: 'beat', beatId, licenseType: 'EXCLUSIVE' }) },
  { share: 0.1, of: ({ packId }) => ({ type: 'pack', packId, licenseType: 'EXCLUSIVE' }) },
  { share: 0.2, of: ({ beatId }) => ({ type: 'beat', beatId, licenseType: 'MP3' }) },
  { share: 0.1, of: ({ beatId }) => ({ type: 'beat', beatId, licenseType: 'WAV' }) },
  { share: 0.1, of: ({ packId }) => ({ type: 'pack', packId, licenseType: 'MP3' }) },
]
const TOTALS: Record<string, number> = {
  'beat EXCLUSIVE': 499,
  'pack EXCLUSIVE': 900,
  'beat MP3': 29.95,
  'beat WAV': 44.95,
  'pack MP3': 50,
}
/** Buyers of leases of whom each has started before the race, and pays in it. */
const EARLY = 0.5

type Race = {
  url: () => Promise<string>
  prize: Prize
  buyers: readonly Person[]
  /** Has held the beat for half an hour, and pays in the race. */
  slow: Person
  letHoldEnd: () => Promise<void>
  random: Random
  told: Told
}

export async function race({ url, prize, buyers, slow, letHoldEnd, random, told }: Race) {
  const guest = clientOf(url)
  const start = ({ call }: Person, item: CartItem) =>
    call('POST /checkout/start', {
      body: {
        items: [item],
        method: 'credit',
        total: TOTALS[`${item.type} ${'licenseType' in item ? item.licenseType : ''}`]!,
        legalName: 'Nadia Åström-Bello',
      },
      headers: { 'idempotency-key': randomUUID() },
    })
  const pay = async (buyer: Person, { orderId, sessionId, clientSecret }: StartedOrder) => {
    const body = { ...CARD, clientSecret: clientSecret! }
    await guest('POST /sandbox/payments/:reference/card', { params: { reference: sessionId! }, body })
    told.payments.add(sessionId!)
    const confirmed = await buyer.call('POST /checkout/confirm', {
      body: { provider: 'stripe', sessionId: sessionId!, orderId },
    })
    if (confirmed.state === 'paid') told.paid.add(confirmed.orderId)
    return confirmed.refused.length ? 'paid too late, refunded' : `${confirmed.state}`
  }

  const slowStarted = await start(slow, WANTED[0]!.of(prize))
  await letHoldEnd()
  const wishes = WANTED.flatMap(({ share, of }) =>
    Array.from({ length: Math.round(share * buyers.length) }, () => of(prize)),
  )
  const runners: (() => Promise<string>)[] = [() => pay(slow, slowStarted)]
  for (const [at, buyer] of buyers.entries()) {
    const item = wishes[at % wishes.length]!
    const isEarly = 'licenseType' in item && item.licenseType !== 'EXCLUSIVE' && random.chance(EARLY)
    const early = isEarly ? await start(buyer, item) : null
    runners.push(async () => pay(buyer, early ?? (await start(buyer, item))))
  }
  const outcomes = await Promise.all(
    random.sample(runners, runners.length).map((run) =>
      run().catch((error: unknown) => {
        if (error instanceof Refused && !isTrouble(error)) return `refused (${error.code})`
        throw error
      }),
    ),
  )
  for (const how of outcomes) told.outcomes.set(how, (told.outcomes.get(how) ?? 0) + 1)
}
