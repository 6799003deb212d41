import { expect } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { untilBlocked } from './blocked.ts'
import type { Person } from './shop.ts'
import { createWorld } from './world.ts'

/** A world of people who bring friends, and an admin. */
export async function createReferrals() {
  const world = await createWorld()
  const { db } = world.app
  const admin = await world.signUp()
  await db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  let people = 0

  const codeOf = async ({ id }: { id: number }) =>
    (await db.selectFrom('account').where('id', '=', id).select('referralCode').executeTakeFirstOrThrow()).referralCode

  /** Registers a friend by somebody's link, from a network and a browser of their own. */
  async function join(referrer: { id: number }, over: { email?: string; address?: string; browser?: string } = {}) {
    const number = ++people
    const {
      email = `friend${number}@slide.test`,
      address = `203.0.113.${number}`,
      browser = `Browser ${number}`,
    } = over
    const reply = await world.http.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress: address,
      headers: { 'user-agent': browser },
      payload: {
        email,
        displayName: `friend-${number}x`,
        password: 'windows lit at night',
        referralCode: await codeOf(referrer),
      },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const { id } = await db.selectFrom('account').where('email', '=', email).select('id').executeTakeFirstOrThrow()
    return { id, email }
  }
  async function confirm({ email }: { email: string }) {
    const { token } = await world.lastMailTo(email)
    await world.guest('POST /auth/confirm-email', { body: { token: token! } })
    await world.work()
  }
  const held = async () => (await admin.call('GET /admin/referrals', { query: {} })).items
  return {
    world,
    admin,
    codeOf,
    join,
    confirm,
    async bring(...given: Parameters<typeof join>) {
      const friend = await join(...given)
      await confirm(friend)
      return friend
    },
    creditsOf: async (person: Person) => (await person.call('GET /me')).referralCredits,
    held,
    reasonFor: async (id: number) => (await held()).find((one) => one.id === id)?.reason,
    /** Begins something when all data of a person is removed, and nobody else sees it yet. */
    async duringDeletion({ id }: Person, act: () => Promise<unknown>) {
      let acted: Promise<PromiseSettledResult<unknown>[]> | undefined
      let forgotten: Promise<unknown> | undefined
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('notificationCounter').where('accountId', '=', id).select('accountId').forUpdate().execute()
        forgotten = forgetPerson(world.app, id)
        forgotten.catch(() => {})
        await untilBlocked(db)
        acted = Promise.allSettled([act()])
        await Promise.race([acted, untilBlocked(db, 2)])
      })
      await forgotten
      return (await acted!)[0]!
    },
  }
}
export type Referrals = Awaited<ReturnType<typeof createReferrals>>
