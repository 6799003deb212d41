import { PLANS, type PaidPlan } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Template } from '#server/mail/letter.ts'
import { notify, type NewNotice } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { announcedMail, endedMail, failedMail, pausedMail, type PlanFacts } from './mails.ts'
import { grantedPlan, type SubscriptionRow } from './rows.ts'

const day = (at: Date) => at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const planName = ({ plan }: SubscriptionRow) => `${PLANS[plan].name} plan`

const newsFor = ({ accountId }: SubscriptionRow, title: string, message: string): NewNotice => ({
  accountId,
  topic: 'renewal',
  relatedType: 'SUBSCRIPTION',
  title,
  message,
})
const news = (app: App, tx: Tx, row: SubscriptionRow, title: string, message: string) =>
  notify(app, tx, newsFor(row, title, message))

type Period = { subscription: SubscriptionRow; isFirst: boolean; until: Date }

/** Its receipt is sent with its order. */
export const newsOfPeriod = ({ subscription, isFirst, until }: Period) =>
  newsFor(
    subscription,
    `Your ${planName(subscription)} ${isFirst ? 'has begun' : 'was renewed'}`,
    `It is paid until ${day(until)}.`,
  )

export async function announceRenewal(app: App, tx: Tx, row: SubscriptionRow, at: Date) {
  const cents = PLANS[row.plan].price[row.cycle]
  await news(app, tx, row, `Your ${planName(row)} renews on ${day(at)}`, 'Cancel it before, if you do not need it.')
  await mail(app, tx, announcedMail, row, { at, cents }, `renewal ${row.id} ${at.toISOString()}`)
}

export async function tellOfFailure(app: App, tx: Tx, row: SubscriptionRow, at: Date) {
  await news(
    app,
    tx,
    row,
    `Your ${planName(row)} could not be renewed`,
    'You keep it for five days while we try again. To pay another way, open Plans.',
  )
  const { failure, provider } = row
  await mail(
    app,
    tx,
    failedMail,
    row,
    { failure, isPayPals: provider === 'paypal' },
    `renewal failed ${row.id} ${at.toISOString()}`,
  )
}

export async function tellOfPause(app: App, tx: Tx, row: SubscriptionRow, at: Date) {
  await news(
    app,
    tx,
    row,
    `Your ${planName(row)} is paused`,
    'It could not be charged. Resume it, or pay another way, in Plans.',
  )
  await mail(app, tx, pausedMail, row, {}, `paused ${row.id} ${at.toISOString()}`)
}

export async function tellOfEnd(app: App, tx: Tx, row: SubscriptionRow) {
  const { name: left } = PLANS[await grantedPlan(tx, row.accountId, app.clock.now())]
  await news(app, tx, row, `Your ${planName(row)} has ended`, `You are on the ${left} plan now.`)
  await mail(app, tx, endedMail, row, { left }, `ended ${row.id}`)
}

type Grant = { accountId: number; plan: PaidPlan }

/** Says for how long, and that it costs nothing. */
export const tellOfGrant = (app: App, tx: Tx, { accountId, plan, endsAt }: Grant & { endsAt: Date }) =>
  notify(app, tx, {
    accountId,
    topic: 'system',
    relatedType: 'SUBSCRIPTION',
    title: `You have the ${PLANS[plan].name} plan until ${day(new Date(endsAt.getTime() - 1))}`,
    message: 'It is a gift of the house: you pay nothing, and nothing renews.',
  })

export const tellOfGrantEnds = (app: App, tx: Tx, ended: readonly Grant[]) =>
  notify(
    app,
    tx,
    ...ended.map(({ accountId, plan }) => ({
      accountId,
      topic: 'system' as const,
      relatedType: 'SUBSCRIPTION' as const,
      title: `The ${PLANS[plan].name} plan that you were given has ended`,
      message: 'What you have on sale stays on sale.',
    })),
  )

async function mail<Facts>(
  app: App,
  tx: Tx,
  template: Template<PlanFacts & Facts>,
  row: SubscriptionRow,
  facts: Facts,
  dedupeKey: string,
) {
  const person = await tx
    .selectFrom('account')
    .where('id', '=', row.accountId)
    .where('deletedAt', 'is', null)
    .select(['email', 'handle'])
    .executeTakeFirst()
  if (!person) return
  const known = { handle: person.handle, plan: PLANS[row.plan].name }
  await app.mail.send(tx, template, person.email, { ...known, ...facts }, { dedupeKey: `plan ${dedupeKey}` })
}
