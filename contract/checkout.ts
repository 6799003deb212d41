import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LICENSE_TYPES } from './license-terms.ts'

const itemId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const licenseType = z.enum(LICENSE_TYPES)

/** The most lines of a cart. */
const MOST_LINES = 50

export const CartItem = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('beat'), beatId: itemId, licenseType }),
    z.object({ type: z.literal('pack'), packId: itemId, licenseType }),
    z.object({ type: z.literal('kit'), kitId: itemId }),
  ])
  .meta({ id: 'CartItem' })
export type CartItem = z.infer<typeof CartItem>

const Adjustment = z
  .object({
    kind: z.enum(['upgrade', 'deal', 'code', 'credit', 'plan']),
    reason: z.string(),
    amount: z.number().describe('Taken off, in dollars'),
  })
  .meta({ id: 'Adjustment' })

const PreviewLine = z
  .object({
    state: z
      .enum(['available', 'gone', 'own'])
      .describe('Not for sale any more, or the buyer’s own: then it costs nothing and can’t be paid'),
    license: z.object({ id: z.int(), name: z.string() }).nullable(),
    price: z.number(),
    adjustments: z.array(Adjustment),
    total: z.number(),
  })
  .meta({ id: 'PreviewLine' })

export const OrderPreview = z
  .object({
    lines: z.array(PreviewLine).describe('In the order of the items'),
    subtotal: z.number(),
    tax: z.number(),
    total: z.number(),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.infer<typeof OrderPreview>

export const checkout = {
  preview: endpoint({
    method: 'POST',
    path: '/checkout/preview',
    auth: 'anyone',
    summary: 'The present prices of a cart',
    body: z.object({ items: z.array(CartItem).max(MOST_LINES) }),
    reply: OrderPreview,
  }),
}
