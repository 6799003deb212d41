import { createHmac } from 'node:crypto'
import { createLateChecks, definitionsIn, openApi } from './contract-check.ts'
import { startEmulator, type Answer, type Asked } from './emulator.ts'
import { formOf, type Form } from './read-form.ts'
import { createBooks, invalid, Refused } from './stripe-books.ts'
import {
  newId,
  now,
  type Refund,
  type Session,
  type SessionBody,
  type SubscriptionSessionBody,
  type Thing,
} from './stripe-objects.ts'
import { asBefore, type ChangeBody, type PriceBody, type SubscriptionBody } from './stripe-subscription-objects.ts'
import { createSubscriptionBooks } from './stripe-subscriptions.ts'

export const STRIPE_SECRETS = {
  secretKey: 'sk_test_emulated0key',
  publishableKey: 'pk_test_emulated0key',
  webhookSecret: 'whsec_emulated0secret',
}

const SPEC = 'stripe/spec3-2023-08-16.trimmed-36ops.json'
const SDK_TYPES = 'stripe/sdk-23.1.0-request-types.schema.json'
/** Bodies for which the SDK's types, which are newer than the document, say which fields there are. */
const SDK_BODIES: [path: RegExp, definition: string][] = [
  [/^\/v1\/payment_intents$/, 'PaymentIntentCreate'],
  [/^\/v1\/payment_intents\/[^/]+\/cancel$/, 'PaymentIntentCancel'],
  [/^\/v1\/checkout\/sessions$/, 'CheckoutSessionCreate'],
  [/^\/v1\/refunds$/, 'RefundCreate'],
  [/^\/v1\/customers$/, 'CustomerCreate'],
  [/^\/v1\/prices$/, 'PriceCreate'],
  [/^\/v1\/subscriptions$/, 'SubscriptionCreate'],
  [/^\/v1\/subscriptions\/[^/]+$/, 'SubscriptionUpdate'],
]
/** Calls that the document lacks, and the fields of theirs that the shop uses. Their kind of reply may be known to it. */
const LACKING: { call: RegExp; fields: string[]; replies?: (id: string) => string }[] = [
  {
    call: /^GET \/v1\/checkout\/sessions$/,
    fields: ['payment_intent', 'subscription', 'limit'],
    replies: (id) => `/v1/checkout/sessions/${id}`,
  },
  {
    call: /^GET \/v1\/invoices$/,
    fields: ['subscription', 'status', 'created', 'limit', 'expand'],
    replies: (id) => `/v1/invoices/${id}`,
  },
  { call: /^GET \/v1\/payment_methods\/\w+$/, fields: [] },
  { call: /^POST \/v1\/invoices\/\w+\/(pay|finalize)$/, fields: [], replies: (id) => `/v1/invoices/${id}` },
  { call: /^POST \/v1\/coupons$/, fields: ['duration', 'amount_off', 'currency', 'max_redemptions', 'name'] },
]
const POSTS = [
  '/v1/payment_intents',
  '/v1/payment_intents/pi_1/cancel',
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/cs_1/expire',
  '/v1/refunds',
  '/v1/customers',
  '/v1/prices',
  '/v1/subscriptions',
  '/v1/subscriptions/sub_1',
]
const PAGE =
  '<a href="?card=pm_card_visa">Pay</a> <a href="?card=pm_card_chargeDeclined">Pay with a declined card</a> <a href="?cancel">Back</a>'

/**
 * Stripe, as far as the shop uses it: state, idempotency keys, declines, challenges, signed messages. It refuses calls
 * that break the published contract, and lists its own answers that do in `brokenAnswers`.
 */
export async function startStripe() {
  const spec = openApi(SPEC, { form: true, openReplies: true })
  const definition = definitionsIn(SDK_TYPES)
  const bodies = SDK_BODIES.map(([path, name]) => ({ path, check: definition(name) }))
  const replies = new Map<string, { call: string; answer: Answer }>()
  const answers = createLateChecks()
  const emulator = await startEmulator({ answer, failure: FAILURE })
  for (const path of POSTS) requestFaults({ method: 'POST', path, query: new URLSearchParams() }, {})
  const payments = createBooks(say, () => emulator.address)
  const books = { ...payments, ...createSubscriptionBooks(payments, say) }

  function say(type: string, thing: Thing, { livemode = false, at = now() } = {}) {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: at,
      data: { object: thing },
      livemode,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', STRIPE_SECRETS.webhookSecret).update(`${at}.${body}`).digest('hex')
    emulator.say({ type, headers: { 'stripe-signature': `t=${at},v1=${signature}` }, body: Buffer.from(body) })
  }

  function answer(call: Asked): Answer {
    const { method, path, headers, raw } = call
    if (method === 'GET' && path.startsWith('/pay/')) return page(call)
    if (method === 'GET' && path.startsWith('/challenge/')) return challengePage(call)
    const key = headers.authorization?.replace('Bearer ', '') ?? ''
    if (key !== STRIPE_SECRETS[path.endsWith('/confirm') ? 'publishableKey' : 'secretKey'])
      return invalid(`Invalid API Key provided: ${key}`, undefined, 401).answer
    const body = method === 'POST' ? formOf(raw) : undefined
    const faults = requestFaults(call, body)
    if (faults.length) return invalid(`contract: ${faults.join('; ')}`, 'parameter_unknown').answer

    const idempotencyKey = method === 'POST' ? headers['idempotency-key']?.toString() : undefined
    const same = replies.get(idempotencyKey ?? '')
    const fingerprint = `${method} ${path} ${raw}`
    if (same && same.call !== fingerprint) return new Refused(400, KEY_REUSED).answer
    // a failure is repeated, too
    const made = same?.answer ?? structuredClone(carriedOut(() => act(call, body ?? {})))
    if (idempotencyKey) replies.set(idempotencyKey, { call: fingerprint, answer: made })
    if (made.status === 200) answers.add(() => replyFaults(call, made.body))
    return { ...made, headers: { 'request-id': newId('req'), ...(same && { 'idempotent-replayed': 'true' }) } }
  }

  function requestFaults({ method, path, query }: Pick<Asked, 'method' | 'path' | 'query'>, body: unknown) {
    const lacking = LACKING.find(({ call }) => call.test(`${method} ${path}`))
    if (lacking)
      return [...query.keys(), ...Object.keys(body ?? {})]
        .map((name) => name.replace(/\[.*$/, ''))
        .filter((name) => !lacking.fields.includes(name))
        .map((name) => `${name} is unknown`)
    const faults = spec.request(method, path, body, query)
    const newer = method === 'POST' && bodies.find((one) => one.path.test(path))
    if (!newer) return faults
    // the older document knows better than the types which values are whole numbers, and how long strings may be
    return [...newer.check(body), ...faults.filter((fault) => /must be integer|maxLength|maximum|pattern/.test(fault))]
  }

  function replyFaults({ method, path }: Asked, body: unknown) {
    const lacking = LACKING.find(({ call }) => call.test(`${method} ${path}`))
    if (!lacking) return spec.reply(method, path, checkable(body))
    const { data = [body] } = body as { data?: unknown[] }
    return data.flatMap((thing) =>
      lacking.replies ? spec.reply('GET', lacking.replies((thing as Thing).id), checkable(thing)) : [],
    )
  }

  function checkable(thing: unknown): unknown {
    const { object, data } = thing as { object?: string; data?: unknown[] }
    if (object === 'list') return { ...(thing as object), data: data?.map(checkable) }
    return asBefore(thing as Record<string, unknown>)
  }

  function act({ method, path, query }: Asked, body: Form) {
    const [, id, verb = ''] = /^\/v1\/(?:checkout\/)?\w+(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const kind = path.split('/')[2]
    const expand = [...query].filter(([key]) => key.startsWith('expand[')).map(([, value]) => value)
    const ofIntent = (thing: Refund) => thing.payment_intent === query.get('payment_intent')
    const ofSession = (thing: Session) =>
      ['payment_intent', 'subscription'].every(
        (name) => !query.has(name) || thing[name as 'payment_intent' | 'subscription'] === query.get(name),
      )
    switch ([method, kind, id && 'id', verb].filter(Boolean).join(' ')) {
      case 'POST payment_intents':
        return books.newIntent({ ...(body as { currency: string }), amount: Number(body['amount']) })
      case 'GET payment_intents id':
        return books.expanded(books.intent(id), expand)
      case 'POST payment_intents id confirm':
        return confirm(id, body as { client_secret: string; payment_method: string })
      case 'POST payment_intents id cancel':
        return books.cancel(books.intent(id))
      case 'POST checkout':
        return body['mode'] === 'subscription'
          ? books.newSubscriptionSession(body as unknown as SubscriptionSessionBody)
          : books.newSession(body as unknown as SessionBody)
      case 'GET checkout':
        return list(path, books.all<Session>('checkout.session').filter(ofSession))
      case 'GET checkout id':
        return books.expanded(books.session(id), expand)
      case 'POST checkout id expire':
        return books.expire(books.session(id))
      case 'POST refunds':
        return books.newRefund(
          body['payment_intent'] as string,
          Number(body['amount']),
          body['metadata'] as Record<string, string>,
        )
      case 'GET refunds':
        return list(path, books.all<Refund>('refund').filter(ofIntent))
      case 'GET refunds id':
        return books.expanded(books.refund(id), expand)
      case 'GET disputes id':
        return books.expanded(books.dispute(id), expand)
      case 'POST customers':
        return books.newCustomer(body)
      case 'GET prices':
        return list(path, books.pricesNamed(query.getAll('lookup_keys[0]')))
      case 'POST prices':
        return books.newPrice(body as unknown as PriceBody)
      case 'POST coupons':
        return books.newCoupon(body as unknown as { amount_off: string; currency: string })
      case 'GET payment_methods id':
        return books.paymentMethod(id)
      case 'GET subscriptions':
        return list(path, books.subscriptionsOf(query.get('customer')))
      case 'POST subscriptions':
        return books.newSubscription(body as unknown as SubscriptionBody)
      case 'GET subscriptions id':
        return books.shown(books.subscription(id), expand)
      case 'POST subscriptions id':
        return books.changeSubscription(id, body as ChangeBody)
      case 'DELETE subscriptions id':
        return books.endSubscription(id)
      case 'POST invoices id pay':
        return books.payInvoice(id)
      case 'POST invoices id finalize':
        return books.finalizeInvoice(id)
      case 'GET invoices': {
        const since = Number(query.get('created[gte]') ?? 0)
        const found = books.invoicesOf(query.get('subscription'), { status: query.get('status'), since })
        const paths = expand.map((path) => path.replace(/^data\./, ''))
        return list(
          path,
          found.slice(0, Number(query.get('limit'))).map((invoice) => books.shown(invoice, paths)),
        )
      }
      default:
        throw invalid(`Unrecognized request URL (${method}: ${path})`, undefined, 404)
    }
  }

  function confirm(
    id: string | undefined,
    { client_secret, payment_method }: { client_secret: string; payment_method: string },
  ) {
    const intent = books.intent(id)
    if (client_secret !== intent.client_secret) throw invalid('The client_secret does not match.', 'resource_missing')
    return books.attempt(intent, payment_method)
  }

  /** Stripe's own page. `?card=` pays with a test card, `?cancel` goes back to the shop. */
  function page({ path, query }: Asked): Answer {
    const session = books.session(path.split('/')[2])
    const card = query.get('card')
    if (query.has('cancel')) return { status: 302, body: '', headers: { location: session.cancel_url ?? '' } }
    if (card === null) return { status: 200, body: PAGE }
    const { status } = carriedOut(() =>
      session.mode === 'subscription' ? books.paySubscriptionSession(session, card) : books.paySession(session, card),
    )
    if (status !== 200) return { status: 200, body: `<p>Your card was declined.</p>${PAGE}` }
    const location = session.success_url?.replace('{CHECKOUT_SESSION_ID}', session.id) ?? ''
    return { status: 302, body: '', headers: { location } }
  }

  /** The page of the buyer's bank. `?pass` or `?fail` ends its question. */
  function challengePage({ path, query }: Asked): Answer {
    const clientSecret = path.split('/')[2] ?? ''
    endChallenge(clientSecret, query.has('pass'))
    return { status: 200, body: intentOf(clientSecret) }
  }

  function endChallenge(clientSecret: string, isPassed: boolean) {
    const intent = intentOf(clientSecret)
    if (isPassed) books.succeed(intent)
    else
      books.fail(intent, 'payment_intent_authentication_failure', 'We are unable to authenticate your payment method.')
  }

  const intentOf = (clientSecret: string) => books.intent(clientSecret.split('_secret_')[0])
  return {
    ...emulator,
    ...books,
    say,
    brokenAnswers: answers.faults,
    /** Forgets the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => replies.clear(),
    /** The buyer's browser with Stripe.js. */
    async confirmCard(clientSecret: string, payment_method: string) {
      const url = new URL(`/v1/payment_intents/${intentOf(clientSecret).id}/confirm`, emulator.address)
      const headers = { authorization: `Bearer ${STRIPE_SECRETS.publishableKey}` }
      const body = new URLSearchParams({ client_secret: clientSecret, payment_method })
      return (await fetch(url, { method: 'POST', headers, body })).status
    },
    endChallenge,
  }
}

const FAILURE = { error: { type: 'api_error', message: 'An unknown error occurred.' } }
const KEY_REUSED = {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
}

function carriedOut(act: () => unknown): Answer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })
