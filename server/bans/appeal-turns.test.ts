import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { forgetPersonIn, lockPerson } from '#server/personal-data.ts'
import { createBans } from '#test/bans.ts'
import { untilBlocked } from '#test/blocked.ts'

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
