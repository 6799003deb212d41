import { takeDue } from '#server/jobs/due.ts'
import { down } from '#server/payments/sandbox/expect-up.ts'
import { approvePayout, changeDetails, linkPayPal, payoutTakers, paySameDay } from '#server/payouts/index.ts'
import type { App } from '#server/services.ts'
import { inThePast } from './in-the-past.ts'
import { PAYEES, PAYOUT_STEPS, type DemoPayoutStep } from './payouts.ts'
import { DAY, HOUR } from './time.ts'

const MINUTE = 60_000
/** How long the provider has been silent about the payout that is on its way. It is asked again some hours later. */
const SILENCE = 10 * HOUR

type Past = { app: App; past: { at: Date }; adminId: number; left: Set<number> }

/** Pays the demo's sellers as they and an admin do, and lets the days pass until today. A later start adds nothing. */
export async function makePayouts(app: App) {
  if (app.payments.mode !== 'sandbox' || (await begun(app))) return
  const end = app.clock.now().getTime()
  const past = { at: new Date(end) }
  const then: Past = { app: inThePast(app, past), past, adminId: await findAdmin(app), left: new Set() }
  for (let daysAgo = PAYOUT_STEPS[0]!.daysAgo; daysAgo >= 0; daysAgo--) {
    past.at = new Date(end - SILENCE - daysAgo * DAY)
    await passDay(then)
    for (const one of PAYOUT_STEPS) if (one.daysAgo === daysAgo) await step(then, one)
  }
  await passSilence(then, end)
  for (const { handle, isWeekly } of PAYEES)
    if (isWeekly) await changeDetails(then.app, await idOf(app, handle), { autoPayout: true })
}

const begun = async ({ db }: App) =>
  (await db.selectFrom('payoutTarget').select('accountId').limit(1).executeTakeFirst()) !== undefined

const findAdmin = async ({ db }: App) =>
  (await db.selectFrom('account').where('emailKey', '=', 'admin@slide.test').select('id').executeTakeFirstOrThrow()).id

const idOf = async ({ db }: App, handle: string) =>
  (await db.selectFrom('account').where('handle', '=', handle).select('id').executeTakeFirstOrThrow()).id

async function step({ app, left }: Past, one: DemoPayoutStep) {
  const { handle, legalName, country } = PAYEES.find((payee) => payee.handle === one.handle)!
  const id = await idOf(app, handle)
  if (one.does === 'weekly') return changeDetails(app, id, { autoPayout: true })
  if (one.does === 'link') {
    await linkPayPal(app, id, one.paypalEmail)
    return changeDetails(app, id, { autoPayout: false, legalName, country })
  }
  const payout = await paySameDay(one.isSilent ? silenced(app) : app, id)
  if (one.isLeft) left.add(payout)
}

/** The weekly run, an admin who approves what came in, and the provider that pays a minute later. */
async function passDay({ app, past, adminId, left }: Past) {
  const round = async () => {
    await app.payments.sandbox!.payDue(past.at)
    await takeDue(app, payoutTakers)
  }
  await round()
  for (const id of await waitingOf(app)) if (!left.has(id)) await approvePayout(app, id, adminId)
  past.at = new Date(past.at.getTime() + 2 * MINUTE)
  await round()
}

const waitingOf = async ({ db }: App) =>
  (
    await db
      .selectFrom('payout')
      .where('state', '=', 'requested')
      .where('dueAt', 'is', null)
      .select('id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** The shop asks about the payout that is on its way, again and again, and gets no answer. */
async function passSilence({ app, past }: Past, end: number) {
  for (let due = await nextAsk(app); due && due.getTime() < end; due = await nextAsk(app)) {
    past.at = due
    await takeDue(silenced(app), payoutTakers)
  }
  past.at = new Date(end)
  await takeDue(silenced(app), payoutTakers) // a Monday may have begun
}

const nextAsk = async ({ db }: App) =>
  (await db.selectFrom('payout').where('state', '=', 'processing').select('dueAt').executeTakeFirst())?.dueAt

const silenced = (app: App): App => ({
  ...app,
  payments: { ...app.payments, providers: app.payments.providers.map((one) => ({ ...one, payouts: SILENT })) },
})

const noAnswer = async () => {
  throw down()
}
const SILENT = { send: noAnswer, find: noAnswer }
