// `npm run smoke:paypal`: pays, refunds and pays out with a client of PayPal's sandbox (PAYPAL_CLIENT_ID, PAYPAL_SECRET). No money moves.
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { newPayment, say, settingsOf } from './smoke.ts'
import { openPayPal } from '#server/payments/paypal/paypal.ts'

const paypal = openPayPal(settingsOf('paypal', 'PAYPAL_CLIENT_ID and PAYPAL_SECRET'), { live: false })
const run = randomUUID()

const start = newPayment('paypal', `${run}-order`)
const { reference, approvalUrl } = await paypal.startPayment(start)
say('the same start gives the same order', (await paypal.startPayment(start)).reference === reference)
const early = await paypal.capturePayment({ key: `${run}-early`, reference })
say('an order that nobody approved is not paid', early.state === 'open', early)

const terminal = createInterface({ input: process.stdin, output: process.stdout })
await terminal.question(`\nApprove as a sandbox buyer, then press Enter:\n${approvalUrl}\n`)
terminal.close()
const approved = await paypal.findPayment(reference)
say('the order is approved', approved.state === 'approved', approved)
const paid = await paypal.capturePayment({ key: `${run}-capture`, reference })
say('the capture pays', paid.state === 'paid' && paid.cents === start.cents, paid)

const part = { key: `${run}-refund`, payment: reference, cents: 40 }
const refund = await paypal.refund(part)
say('a part is refunded once', (await paypal.refund(part)).reference === refund.reference, refund)
const tooMuch = await paypal.refund({ ...part, key: `${run}-too-much`, cents: 100 }).catch((error: Error) => error)
say('more than what is left is refused', tooMuch instanceof Error && tooMuch.name === 'ProviderRefused', tooMuch)

const payouts = paypal.payouts!
const payout = {
  key: `${run}-payout`,
  items: [{ key: 'one', address: `nobody-${run}@example.com`, cents: 100, note: 'A test of payouts' }],
}
const sent = await payouts.send(payout).catch((error: Error) => error)
say('a payout is taken', !(sent instanceof Error) && sent.reference !== '', sent)
if (!(sent instanceof Error)) {
  const again = await payouts.send(payout).catch((error: Error) => error)
  say('the same key gives the same batch', !(again instanceof Error) && again.reference === sent.reference, again)
  const seen = await payouts.find(sent.reference)
  say('the batch is found', seen.reference === sent.reference, seen)
  const other = { ...payout, items: [{ ...payout.items[0]!, cents: 200 }] }
  const refused = await payouts.send(other).catch((error: Error) => error)
  say('the same key sends nothing else', refused instanceof Error && refused.name === 'ProviderRefused', refused)
}
