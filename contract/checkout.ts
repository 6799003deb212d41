import { z } from 'zod'
import { Plan } from './accounts.ts'
import { ADJUSTMENT_KINDS } from './adjustment-kinds.ts'
import { codesIn, MOST_CODES, MOST_LINES } from './cart-limits.ts'
import { endpoint } from './endpoint.ts'
import { ItemFacts } from './item.ts'
import { LEGAL_NAME } from './legal-name.ts'
import { LICENSE_TYPES } from './license-types.ts'
import { License } from './licenses.ts'
import { BILLING_CYCLES, PAID_PLANS } from './plans.ts'
import { DURATIONS, TIERS } from './promotion-values.ts'
import { oneLine } from './text.ts'

const itemId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const licenseType = z.enum(LICENSE_TYPES)

const upgradeOf = itemId
  .optional()
  .describe('The purchase whose license is replaced; what was paid for it is taken off')

export const CartItem = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('beat'), beatId: itemId, licenseType, upgradeOf }),
    z.object({ type: z.literal('pack'), packId: itemId, licenseType, upgradeOf }),
    z.object({ type: z.literal('kit'), kitId: itemId }),
    z.object({
      type: z.literal('subscription'),
      planId: z.enum(PAID_PLANS),
      billingCycle: z.enum(BILLING_CYCLES).default('monthly'),
    }),
    z.object({
      type: z.literal('promotion'),
      targetType: z.enum(['BEAT', 'PACK', 'KIT'], 'Promote a beat, a pack or a kit.'),
      targetId: itemId,
      tier: z.enum(TIERS, 'There is no such tier.').default('standard'),
      days: z.literal(DURATIONS, `Choose ${DURATIONS.slice(0, -1).join(', ')} or ${DURATIONS.at(-1)} days.`),
      creditsUsed: z
        .number()
        .min(0)
        .max(1_000_000)
        .optional()
        .describe('The most credits that it takes, in dollars. Without it, up to its price'),
    }),
  ])
  .meta({ id: 'CartItem' })
export type CartItem = z.infer<typeof CartItem>
export type SubscriptionItem = Extract<CartItem, { type: 'subscription' }>
export type PromotionItem = Extract<CartItem, { type: 'promotion' }>

/** A plan renews by itself, so it has an order of its own. */
const isAloneIfPlan = (items: { type: string }[]) =>
  items.length === 1 || items.every(({ type }) => type !== 'subscription')
const ALONE = 'Subscriptions cannot be added together with other items. Please checkout separately.'

const Adjustment = z
  .object({
    kind: z.enum(ADJUSTMENT_KINDS),
    reason: z.string(),
    amount: z.number().describe('Taken off, in dollars'),
  })
  .meta({ id: 'Adjustment' })

/** The facts by which a buyer knows an item again, and the files that the line delivers. */
const LineItem = z
  .object({
    style: ItemFacts.shape.style,
    ownerPlan: Plan,
    files: License.shape.files,
    type: ItemFacts.shape.type,
    trackCount: ItemFacts.shape.trackCount,
    bytes: z.int().describe('The size of the files together'),
  })
  .meta({ id: 'LineItem' })
export type LineItem = z.infer<typeof LineItem>

const PreviewLine = z
  .object({
    item: LineItem.nullable().describe('Null for a line that sells no item, and for an item that is gone'),
    state: z
      .enum(['available', 'gone', 'own', 'owned', 'held', 'waiting'])
      .describe(
        'gone: not for sale any more; own: the buyer’s own item; owned: bought already, promoted already, or another plan must end first; held: somebody is buying it ' +
          'exclusively; waiting: its sellers have not all accepted their shares. Such a line costs nothing and can’t be paid',
      ),
    why: z.string().nullable().describe('Why it can’t be bought, where the state does not say it all'),
    license: z.object({ id: z.int(), name: z.string() }).nullable(),
    price: z.number(),
    adjustments: z.array(Adjustment),
    total: z.number(),
  })
  .meta({ id: 'PreviewLine' })

const CodeAnswer = z
  .object({
    code: z.string(),
    isUsed: z.boolean(),
    amount: z.number().describe('Taken off, in dollars'),
    lines: z.array(z.int()).describe('The lines from which it takes something, counted from 0'),
    why: z.string().nullable().describe('Why it takes nothing off'),
  })
  .meta({ id: 'CodeAnswer' })
export type CodeAnswer = z.infer<typeof CodeAnswer>

export const OrderPreview = z
  .object({
    lines: z.array(PreviewLine).describe('In the order of the items'),
    codes: z.array(CodeAnswer).describe('What became of each code'),
    subtotal: z.number(),
    tax: z.number(),
    total: z.number(),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.infer<typeof OrderPreview>

const code = z
  .string()
  .max(200, 'That is too long for a code.')
  .overwrite(oneLine)
  .default('')
  .transform(codesIn)
  .refine((codes) => codes.length <= MOST_CODES, `Use at most ${MOST_CODES} codes.`)
  .describe(`Discount codes, up to ${MOST_CODES}, with blanks or commas between them`)
const cents = z.number().min(0).max(1_000_000_000)
const orderId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

const METHODS = ['paypal', 'google', 'credit'] as const
export type PaymentMethod = (typeof METHODS)[number]

/** Fields of a cart line that the client may send. The server compares the price and ignores the words. */
const sent = {
  title: z.string().optional(),
  artist: z.string().optional(),
  price: cents.optional(),
  qty: z.literal(1, 'There is one of each license.').optional(),
  licenseId: itemId.optional(),
}
const [beat, pack, kit, subscription, promotion] = CartItem.options
const StartItem = z
  .discriminatedUnion('type', [
    beat.extend(sent),
    pack.extend(sent),
    kit.extend(sent),
    subscription.extend({
      ...sent,
      trialDays: z.literal(0, 'There are no trials at present.').optional(),
      paymentMethodId: z
        .string()
        .regex(/^[\w-]{1,200}$/, 'That names no card.')
        .optional()
        .describe('The card, by its name at the payment provider. A subscription paid by card needs it'),
    }),
    promotion.extend(sent),
  ])
  .meta({ id: 'StartItem' })

const StartedOrder = z
  .object({
    orderId,
    paymentUrl: z.string().nullable().describe('The provider’s page on which the buyer approves the payment'),
    clientSecret: z.string().nullable().describe('For the card form of the provider'),
    sessionId: z.string().nullable(),
    heldForSeconds: z
      .int()
      .nullable()
      .describe('So long nobody else can buy what this order buys exclusively. Not a time: clocks of buyers go wrong'),
    state: z.enum(['open', 'paid']).describe('paid: nothing is left to pay'),
  })
  .meta({ id: 'StartedOrder' })
export type StartedOrder = z.infer<typeof StartedOrder>

const ConfirmedOrder = z
  .object({
    orderId,
    state: z.enum(['paid', 'processing', 'open']).describe('open: the buyer has not paid yet'),
    refused: z
      .array(z.object({ title: z.string(), reason: z.string() }))
      .describe('Paid lines that could not be delivered; their money goes back by itself'),
  })
  .meta({ id: 'ConfirmedOrder' })
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>

const CheckoutSettings = z
  .object({
    mode: z.enum(['sandbox', 'test', 'live']),
    methods: z.array(z.enum(METHODS)),
    publishableKey: z.string().nullable().describe('For the card form of Stripe'),
    legalName: z.string().nullable(),
  })
  .meta({ id: 'CheckoutSettings' })
export type CheckoutSettings = z.infer<typeof CheckoutSettings>

export const checkout = {
  settings: endpoint({
    method: 'GET',
    path: '/checkout/settings',
    auth: 'anyone',
    summary: 'The ways to pay, and the buyer’s legal name',
    reply: CheckoutSettings,
  }),
  start: endpoint({
    method: 'POST',
    path: '/checkout/start',
    auth: 'user',
    summary: 'Store an order and begin its payment',
    headers: z.object({
      'idempotency-key': z
        .string()
        .regex(/^[\w-]{8,100}$/, 'Use 8 to 100 letters, digits, _ and -.')
        .optional()
        .describe('The same key answers with the same order'),
    }),
    body: z.object({
      items: z.array(StartItem).min(1, 'Your cart is empty').max(MOST_LINES).refine(isAloneIfPlan, ALONE),
      method: z.enum(METHODS),
      subtotal: cents.optional(),
      tax: cents.optional(),
      total: cents.describe('What the buyer has seen. Another total is refused with the right prices'),
      legalName: LEGAL_NAME.optional(),
      code,
    }),
    reply: StartedOrder,
    errors: { cart_changed: OrderPreview, already_paid: z.object({ orderId }) },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/checkout/confirm',
    auth: 'user',
    summary: 'Ask how the payment stands, and complete the order if it is paid',
    body: z.object({
      provider: z.enum(['stripe', 'paypal']).default('paypal'),
      sessionId: z.string().regex(/^[\w-]{1,200}$/, 'That names no payment.'),
      orderId: orderId.optional(),
      items: z.array(z.unknown()).max(MOST_LINES).optional().describe('Ignored: the order knows its items'),
    }),
    reply: ConfirmedOrder,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/checkout/cancel',
    auth: 'user',
    summary: 'End an order that is not paid, and what it holds',
    body: z.object({ orderId }),
    reply: z.object({ state: z.enum(['paid', 'canceled', 'expired']) }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/checkout/preview',
    auth: 'anyone',
    summary: 'The present prices of a cart',
    body: z.object({ items: z.array(CartItem).max(MOST_LINES), code }),
    reply: OrderPreview,
  }),
}
