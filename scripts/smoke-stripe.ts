// `npm run smoke:stripe`: pays, refunds and cancels with real test keys (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY). No money moves.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { newPayment, say, settingsOf } from './smoke.ts'
import { openStripe } from '#server/payments/stripe/stripe.ts'

const settings = settingsOf('stripe', 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY')
const stripe = openStripe(settings, { live: false })
const run = randomUUID()

const start = newPayment('credit', `${run}-card`)
const { reference } = await stripe.startPayment(start)
say('the same start gives the same payment', (await stripe.startPayment(start)).reference === reference)
await new Stripe(settings.secretKey).paymentIntents.confirm(reference, { payment_method: 'pm_card_visa' })
const paid = await stripe.findPayment(reference)
say('a test card pays', paid.state === 'paid' && paid.cents === start.cents, paid)
const canceled = await stripe.cancelPayment(reference)
say('a paid payment can’t be canceled', canceled.state === 'paid', canceled)

const part = { key: `${run}-refund`, payment: reference, cents: 40 }
const refund = await stripe.refund(part)
say('a part is refunded once', (await stripe.refund(part)).reference === refund.reference, refund)
const tooMuch = await stripe.refund({ ...part, key: `${run}-too-much`, cents: 100 }).catch((error: Error) => error)
say('more than what is left is refused', tooMuch instanceof Error && tooMuch.name === 'ProviderRefused', tooMuch)

const google = await stripe.startPayment(newPayment('google', `${run}-google`))
say('Stripe has a page for Google Pay', google.approvalUrl !== null, google.approvalUrl)
const ended = await stripe.cancelPayment(google.reference)
say('the page is closed', ended.state === 'canceled', ended)
