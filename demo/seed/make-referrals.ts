import { DEMO_PASSWORD } from '#demo/people.ts'
import { confirmEmail, hashPassword, makeAccount, startSession } from '#server/accounts/index.ts'
import { creditTasks } from '#server/credits/index.ts'
import type { App } from '#server/services.ts'
import { inThePast } from './in-the-past.ts'
import { FRIENDS, type DemoFriend } from './referrals.ts'
import { DAY } from './time.ts'

/** Brings friends to the demo's sellers by their links, each at its time. Friends of an earlier start stay. */
export async function makeReferrals(app: App) {
  const missing = await missingOf(app)
  if (missing.length === 0) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const now = app.clock.now().getTime()
  for (const friend of missing) {
    const then = inThePast(app, { at: new Date(now - friend.daysAgo * DAY) })
    const accountId = await join(then, friend, passwordHash)
    if (!friend.isUnconfirmed) await confirm(then, friend, accountId)
  }
}

async function missingOf({ db }: App) {
  const emails = FRIENDS.map(({ email }) => email)
  const there = await db.selectFrom('account').where('email', 'in', emails).select('email').execute()
  return FRIENDS.filter(({ email }) => !there.some((one) => one.email === email))
}

async function join(
  app: App,
  { referrer, email, handle, address, browser: userAgent }: DemoFriend,
  passwordHash: string,
) {
  const { referralCode } = await app.db
    .selectFrom('account')
    .where('handle', '=', referrer)
    .select('referralCode')
    .executeTakeFirstOrThrow()
  return makeAccount(app, { email, handle, passwordHash, referralCode, updates: false }, async (tx, id) => {
    await startSession(app, tx, id, { address, userAgent })
    return id
  })
}

async function confirm(app: App, { email, handle }: DemoFriend, id: number) {
  await app.db.transaction().execute((tx) => confirmEmail(app, tx, { id, email, handle }))
  await creditTasks(app)['credit-referral']({ accountId: id })
}
