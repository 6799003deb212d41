import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Contract, createLateChecks, openApi } from './contract-check.ts'
import { startEmulator, type Answer, type Asked } from './emulator.ts'
import { createBooks, Refused, type OrderBody } from './paypal-books.ts'
import { createPayoutBooks, type BatchBody } from './paypal-payouts.ts'
import { createSubscriptionBooks, type SubscriptionBody } from './paypal-subscriptions.ts'
import { newId } from './paypal-values.ts'
import { newKeys, selfSigned } from './self-signed.ts'

export const PAYPAL_SECRETS = { clientId: 'emulated-client', secret: 'emulated-secret', webhookId: '1JE4291016473214C' }

type Over = { at?: Date; webhookId?: string }

const CERTIFICATES = '/v1/notifications/certs/'
const PAGE = ['approve', 'decline', 'cancel'].map((choice) => `<a href="?choice=${choice}">${choice}</a>`).join(' ')

const POSTS = [
  '/v2/checkout/orders',
  '/v2/checkout/orders/1/capture',
  '/v2/payments/captures/1/refund',
  '/v1/payments/payouts',
  '/v1/catalogs/products',
  '/v1/billing/plans',
  '/v1/billing/subscriptions',
]

/**
 * PayPal, as far as the shop uses it: tokens, orders with their approval page, request ids, declined funding, signed
 * messages. It refuses calls that break the published contract, and lists its own answers that do in `brokenAnswers`.
 */
export async function startPayPal() {
  const contracts: [path: RegExp, contract: Contract][] = [
    [/^\/v2\/checkout\//, openApi('paypal/checkout_orders_v2.json')],
    [/^\/v2\/payments\//, openApi('paypal/payments_payment_v2.json')],
    [/^\/v1\/payments\/payouts/, openApi('paypal/payments_payouts_batch_v1.json')],
    [/^\/v1\/billing\//, openApi('paypal/billing_subscriptions_v1.json')],
    [/^\/v1\/catalogs\//, openApi('paypal/catalogs_products_v1.json')],
    [/^\/v1\/customer\/disputes\//, openApi('paypal/customer_disputes_v1.json')],
  ]
  for (const path of POSTS) contractOf(path)!.request('POST', path, {}, new URLSearchParams())
  const keys = newKeys()
  const certificates: Record<string, string> = {
    [`${CERTIFICATES}CERT-now`]: selfSigned(keys),
    [`${CERTIFICATES}CERT-expired`]: selfSigned(keys, -10),
    [`${CERTIFICATES}CERT-early`]: selfSigned(keys, 10),
  }
  const tokens = new Set<string>()
  const replies = new Map<string, Answer>()
  const answers = createLateChecks()
  const isToken = ({ path }: Asked) => path === '/v1/oauth2/token'
  const emulator = await startEmulator({ answer, failure: FAILURE, spares: isToken })
  const payouts = createPayoutBooks(say, () => emulator.address)
  const payments = createBooks(say, () => emulator.address)
  const books = { ...payments, ...createSubscriptionBooks(payments, say, () => emulator.address) }

  function say(type: string, resource_type: string, resource: object, over: Over = {}) {
    const message = {
      id: `WH-${newId()}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type,
      event_type: type,
      summary: type,
      resource,
      links: [],
    }
    emulator.say({ type, ...signed(Buffer.from(JSON.stringify(message)), over) })
  }

  function signed(body: Buffer, { at = new Date(), webhookId = PAYPAL_SECRETS.webhookId }: Over = {}) {
    const id = randomUUID()
    const time = at.toISOString().replace(/\.\d+/, '')
    const text = `${id}|${time}|${webhookId}|${crc32(body)}`
    const headers = {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('sha256', Buffer.from(text), keys.privateKey).toString('base64'),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': new URL(`${CERTIFICATES}CERT-now`, emulator.address).href,
    }
    return { headers, body }
  }

  function answer(call: Asked): Answer {
    const { method, path, query, headers, raw } = call
    if (path === '/v1/oauth2/token') return newToken(call)
    if (path.startsWith(CERTIFICATES))
      return { status: path in certificates ? 200 : 404, body: certificates[path] ?? '' }
    if (path === '/checkoutnow') return page(query)
    if (path === '/subscribe') return subscribePage(query)
    if (!tokens.has(headers.authorization ?? '')) return UNAUTHORIZED
    const contract = contractOf(path)
    if (!contract) return { status: 404, body: { name: 'NOT_FOUND', message: `There is no ${path}` } }
    const body = method === 'POST' ? (JSON.parse(raw) as object) : undefined
    const faults = contract.request(method, path, body, query)
    if (faults.length)
      return { status: 400, body: { name: 'INVALID_REQUEST', message: `contract: ${faults.join('; ')}` } }

    const requestId = headers['paypal-request-id']?.toString()
    const name = `${path} ${requestId}`
    const same = method === 'POST' && requestId !== undefined ? replies.get(name) : undefined
    // a failure is repeated, too: a new attempt needs a new key
    const made = same ?? structuredClone(carriedOut(() => act(call, body)))
    if (requestId !== undefined) replies.set(name, made)
    if (made.status < 300 && made.body !== undefined)
      answers.add(() => contract.reply(method, path, made.body).map((fault) => `${path} ${fault}`))
    return made
  }

  function contractOf(path: string) {
    return contracts.find(([pattern]) => pattern.test(path))?.[1]
  }

  function newToken({ headers, raw }: Asked): Answer {
    const { clientId, secret } = PAYPAL_SECRETS
    const expected = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
    if (headers.authorization !== expected || raw !== 'grant_type=client_credentials')
      return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
    const token = `A21.${newId()}`
    tokens.add(`Bearer ${token}`)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } }
  }

  /** PayPal's own page. `&choice=` approves, approves with funding that will be declined, or goes back to the shop. */
  function page(query: URLSearchParams): Answer {
    const choice = query.get('choice') as 'approve' | 'decline' | 'cancel' | null
    const links = PAGE.replaceAll('?', `?token=${query.get('token')}&`)
    if (!choice) return { status: 200, body: links }
    return { status: 302, body: '', headers: { location: books.choose(query.get('token') ?? '', choice) } }
  }

  function subscribePage(query: URLSearchParams): Answer {
    const choice = (query.get('choice') ?? 'approve') as 'approve' | 'later' | 'cancel'
    const location = books.chooseSubscription(query.get('ba_token') ?? '', choice)
    return { status: 302, body: '', headers: { location } }
  }

  function act({ method, path, query }: Asked, body: object | undefined) {
    const [, , , kind, id, verb] = path.split('/')
    switch ([method, kind, id && 'id', verb].filter(Boolean).join(' ')) {
      case 'POST orders':
        return books.newOrder(body as OrderBody)
      case 'GET orders id':
        return books.order(id)
      case 'POST orders id capture':
        return books.captureOrder(books.order(id))
      case 'GET captures id':
        return books.capture(id)
      case 'POST captures id refund':
        return books.newRefund(id, (body as { amount: { currency_code: string; value: string } }).amount)
      case 'GET refunds id':
        return books.refund(id)
      case 'GET products id':
        return books.product(id)
      case 'POST products':
        return books.newProduct(body as { id: string; name: string; type: string })
      case 'GET plans':
        return books.plansOf(query.get('product_id'), Number(query.get('page')), Number(query.get('page_size')))
      case 'POST plans':
        return books.newPlan(body as Parameters<typeof books.newPlan>[0])
      case 'POST subscriptions':
        return books.newSubscription(body as SubscriptionBody)
      case 'GET subscriptions id':
        return books.subscription(id)
      case 'GET subscriptions id transactions':
        return books.transactionsOf(id, query.get('start_time'), query.get('end_time'))
      case 'POST subscriptions id capture':
        return books.captureOutstanding(id, (body as { amount: { currency_code: string; value: string } }).amount)
      case 'POST subscriptions id suspend':
      case 'POST subscriptions id activate':
      case 'POST subscriptions id cancel':
        return books.changeSubscription(
          id,
          verb as 'suspend' | 'activate' | 'cancel',
          (body as { reason: string }).reason,
        )
      case 'GET disputes id':
        return books.dispute(id)
      case 'POST payouts':
        return payouts.newBatch(body as BatchBody)
      case 'GET payouts id':
        return payouts.batch(id)
      default:
        throw new Refused(404, 'NOT_FOUND', 'NOT_FOUND', `There is no ${method} ${path}`)
    }
  }

  return {
    ...emulator,
    ...books,
    payouts,
    say,
    signed,
    brokenAnswers: answers.faults,
    /** Withdraws all tokens before their end. */
    withdrawTokens: () => tokens.clear(),
  }
}

const FAILURE = { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' }
const UNAUTHORIZED: Answer = { status: 401, body: { name: 'AUTHENTICATION_FAILURE', message: 'Authentication failed' } }

function carriedOut(act: () => unknown): Answer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}
