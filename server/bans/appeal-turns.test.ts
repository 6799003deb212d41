import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { grantCredits, takeCreditsTurn } from '#server/credits/index.ts'
import { forgetPersonIn, lockPerson } from '#server/personal-data.ts'
import { createBans } from '#test/bans.ts'
import { oneAfterTheOther, untilBlocked } from '#test/blocked.ts'
import { inTransaction } from '#test/factories.ts'
import { promoted } from '#test/promotions.ts'

const { shop, ban, appeal, answer } = await createBans()
afterAll(() => shop.world.close())

test('an appeal that lifts a ban and the deletion of the account don’t block each other', async () => {
  const { app } = shop.world
  const person = await shop.world.signUp()
  await shop.addBeat({ ownerId: person.id })
  await ban(person)
  await appeal(person)
  let lifting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    // as a deletion does, step by step
    await lockPerson(tx, person.id)
    lifting = answer(person, 'lifted')
    lifting.catch(() => {})
    await untilBlocked(app.db)
    await sql`select from ban where account_id = ${person.id} for update`.execute(tx)
  })
  expect(await lifting).toMatchObject({ bannedAt: null, bans: [{ answer: 'We looked again.' }] })
})

test('an appeal that waits for the deletion of its account is not answered any more', async () => {
  const { app } = shop.world
  const person = await shop.world.signUp()
  await ban(person)
  await appeal(person)
  let upholding: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    await forgetPersonIn(app, tx, person.id)
    upholding = answer(person, 'upheld')
    upholding.catch(() => {})
    await Promise.race([upholding, untilBlocked(app.db)])
  })
  await expect(upholding).rejects.toMatchObject({ status: 409, error: 'no_appeal' })
})

test('a ban and a new name of the same person don’t block each other', async () => {
  const { db } = shop.world.app
  const person = await shop.world.signUp()
  await shop.addBeat({ ownerId: person.id })
  const results = await oneAfterTheOther(
    db,
    (tx) => sql`lock table ban in share mode`.execute(tx),
    () => ban(person),
    () => person.call('PATCH /me/profile', { body: { username: `new_${person.id}` } }),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('a ban and the first order of the same person, by credits and with a legal name, don’t block each other', async () => {
  const { db, clock } = shop.world.app
  const person = await shop.world.signUp()
  const items = [promoted(await shop.addBeat({ ownerId: person.id }), { days: 30 })]
  const gift = { owner: person.id, unit: 'promo', cents: 4_200, kind: 'gift', reference: 'a ban' } as const
  await inTransaction(db, (tx) => grantCredits(tx, { ...gift, reason: 'A gift', at: clock.now() }))
  const results = await oneAfterTheOther(
    db,
    (tx) => sql`lock table order_key in share mode`.execute(tx),
    () => shop.start(items, { buyer: person, key: 'the-key-of-a-press', total: 48 }),
    () => ban(person),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const { legalName } = await db
    .selectFrom('account')
    .where('id', '=', person.id)
    .select('legalName')
    .executeTakeFirstOrThrow()
  expect(legalName).toBe('Nadia Åström-Bello')
})

test('a ban and a refund of the plan of the same person don’t block each other', async () => {
  const { db, clock } = shop.world.app
  const person = await shop.world.signUp()
  const [now, plan] = [clock.now(), { plan: 'growth', cycle: 'monthly', provider: 'sandbox' } as const]
  const times = { beganAt: now, changedAt: now, dueAt: now }
  const { id } = await db
    .insertInto('subscription')
    .values({ accountId: person.id, ...plan, reference: `sbs_${person.id}`, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  let banning: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    // as a refund does, step by step
    await takeCreditsTurn(tx, person.id)
    banning = ban(person)
    banning.catch(() => {})
    await untilBlocked(db)
    await sql`select from subscription where id = ${id} for update`.execute(tx)
  })
  expect(await banning).toMatchObject({ bannedAt: expect.any(String) })
})

test('a ban and the deletion of the same person don’t block each other', async () => {
  const { app } = shop.world
  const person = await shop.world.signUp()
  const code = { sellerId: person.id, code: `CODE-${person.id}`, basisPoints: 1_000, createdAt: app.clock.now() }
  await app.db.insertInto('discountCode').values(code).execute()
  const results = await oneAfterTheOther(
    app.db,
    (tx) => sql`select from discount_code where seller_id = ${person.id} for update`.execute(tx),
    () => inTransaction(app.db, (tx) => forgetPersonIn(app, tx, person.id)),
    () => ban(person),
  )
  expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { status: 404 } }])
})
