import type { Page } from '@playwright/test'
import { grantCredits } from '#server/credits/index.ts'
import { sellerIn, type openDatabase } from './earner.ts'
import { addBeat } from './made-beats.ts'
import { expect, keepSession } from './test.ts'

type Db = ReturnType<typeof openDatabase>['db']
type Wants = { titles: string[]; plan?: 'free' | 'growth' | 'pro'; promo?: number; referral?: number }

/** A seller, signed in, with beats on sale, a plan, and credits in cents. */
export async function promoter(db: Db, page: Page, { titles, plan = 'free', promo = 0, referral = 0 }: Wants) {
  const person = await sellerIn(db, page)
  const { id } = person
  const ids: number[] = []
  for (const title of titles) ids.push((await addBeat(db, id, title)).id)
  await db.updateTable('account').set({ plan }).where('id', '=', id).execute()
  for (const [unit, cents] of [
    ['promo', promo],
    ['referral', referral],
  ] as const)
    if (cents > 0) await giveCredits(db, { id, unit, cents })
  await keepSession(page, person.email, person.password)
  return { ...person, ids }
}

const giveCredits = (db: Db, { id: owner, unit, cents }: { id: number; unit: 'promo' | 'referral'; cents: number }) =>
  db.transaction().execute((tx) =>
    grantCredits(tx, {
      owner,
      unit,
      cents,
      kind: 'given by a test',
      reference: `${unit} of ${owner}`,
      reason: 'A test',
      at: new Date(),
    }),
  )

/** Buys a promotion of an own beat, for credits alone. */
export async function promoteBeat(
  { request }: Page,
  { headers }: { headers: { authorization: string } },
  beat: number,
) {
  const item = { type: 'promotion', targetType: 'BEAT', targetId: beat, tier: 'premium', days: 14 }
  const reply = await request.post('/api/checkout/start', {
    headers,
    data: { items: [item], method: 'credit', total: 0 },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  expect(await reply.json()).toMatchObject({ state: 'paid' })
}

const DAY = 24 * 60 * 60_000

/** As if the promotion of a beat had begun some days ago, with so many impressions on each of its days. */
export async function ranFor(db: Db, beat: number, impressions: readonly number[]) {
  const from = new Date(Date.now() - impressions.length * DAY)
  const delivered = impressions.reduce((sum, one) => sum + one, 0)
  const at = (days: number) => new Date(from.getTime() + days * DAY)
  const { id } = await db
    .updateTable('promotion')
    .set({
      startedAt: from,
      endsAt: at(14),
      lastsUntil: at(28),
      delivered,
      clicks: 90,
      plays: 60,
      sales: 3,
      saleCents: 99_85,
    })
    .where('itemId', '=', beat)
    .returning('id')
    .executeTakeFirstOrThrow()
  const hours = impressions.map((one, nth) => ({ promotionId: id, hour: at(nth), impressions: one }))
  await db.insertInto('promotionHour').values(hours).execute()
  return id
}

/** As if the promotion of a beat had delivered all in its days. */
export const ended = (db: Db, beat: number) =>
  db
    .updateTable('promotion')
    .set({ state: 'ended', endedFor: 'delivered', endedAt: new Date(), dueAt: null })
    .where('itemId', '=', beat)
    .execute()
