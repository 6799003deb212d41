import { payoutNumber, type PayoutStatus } from '#contract/payout-values.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { payoutMail } from './mails.ts'

type News = { title: string; message: string }
const NEWS: Partial<Record<PayoutStatus, News>> = {
  paid: { title: 'Payout sent', message: 'Your earnings are in your PayPal account.' },
  unclaimed: {
    title: 'A payout waits for you',
    message: 'Nobody with your PayPal address has an account yet. Open one there within 30 days, and it is yours.',
  },
  failed: {
    title: 'A payout failed',
    message: 'PayPal refused it. The money is back in your balance. Check your PayPal address.',
  },
  returned: {
    title: 'A payout came back',
    message: 'The money is back in your balance. Check your PayPal address.',
  },
}

/** Tells a person how a payout stands now, on the site and by mail. It is called last in its transaction. */
export async function tellOfPayout(app: App, tx: Tx, id: number) {
  const payout = await tx
    .selectFrom('payout')
    .innerJoin('account', 'account.id', 'payout.accountId')
    .where('payout.id', '=', id)
    .select(['payout.accountId', 'payout.state', 'grossCents', 'feeCents', 'address', 'handle', 'email', 'deletedAt'])
    .executeTakeFirstOrThrow()
  const news = NEWS[payout.state]
  if (!news || payout.deletedAt) return
  const { accountId, state, handle, email, address, grossCents, feeCents } = payout
  const cents = grossCents - feeCents
  const facts = { handle, ...news, number: payoutNumber(id), cents, address: address ?? '', isPaid: state === 'paid' }
  await app.mail.send(tx, payoutMail, email, facts, { dedupeKey: `payout ${id} ${state}` })
  await notify(app, tx, { accountId, topic: 'payout', relatedType: 'SYSTEM', ...news, amountCents: cents })
}
