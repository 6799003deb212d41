import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import { ForgedEvent, type Provider, type ProviderEvent } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import type { WatchedShop } from './shop.ts'
import { followDispute } from './disputes.ts'
import { paymentOf } from './payments.ts'
import { sendRefund } from './refunds.ts'
import { keepEvent, settle } from './settle.ts'

type TakeEvent = (provider: Provider, event: ProviderEvent) => Promise<void>

/**
 * Rooms that follow subscriptions or payouts. A message may come twice, late, or before the answer that names its thing:
 * a room that does not know the thing yet throws `notFound`, so that the provider sends the message again.
 */
export type EventTakers = Partial<Record<'subscription' | 'payout', TakeEvent>>

/**
 * Takes the providers' messages. An answer other than 2xx makes the provider send the message again, so nothing is
 * acknowledged before it is dealt with. A message that no room takes is kept, since a repetition would change nothing.
 */
export const mountWebhooks = (http: FastifyInstance, shop: WatchedShop, takers: EventTakers = {}) =>
  http.register(async (scope) => {
    // signatures cover the bytes as they came
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    for (const provider of shop.app.payments.providers)
      scope.post<{ Body: Buffer | undefined }>(
        `/webhooks/${provider.name}`,
        { schema: { hide: true } },
        async ({ headers, body, log }) => {
          const event = await read(provider, { headers, body: body ?? Buffer.alloc(0) })
          const take = takerOf(shop, takers, event)
          if (take) await take(provider, event)
          else {
            await keepEvent(shop.app, shop.app.db, provider.name, event)
            log.warn({ event }, 'no room takes this message of a payment provider')
          }
          return { ok: true }
        },
      )
  })

const takerOf = (shop: WatchedShop, takers: EventTakers, { about }: ProviderEvent): TakeEvent | undefined =>
  about === 'subscription' || about === 'payout' ? takers[about] : (provider, event) => deal(shop, provider, event)

async function read(provider: Provider, message: Parameters<Provider['readEvent']>[0]) {
  try {
    return await provider.readEvent(message)
  } catch (error) {
    if (error instanceof ForgedEvent) throw new ApiError(400, 'forged_event', error.message)
    throw error
  }
}

async function deal(shop: WatchedShop, provider: Provider, event: ProviderEvent) {
  const { db } = shop.app
  const ofReference = { provider: provider.name, reference: event.reference }
  if (event.about === 'payment') {
    const payment = await paymentOf(db, ofReference)
    if (payment) await settle(shop, payment, { event })
    // of another shop with the same account at the provider, or so early that the reconciler asks for it by itself
    else await keepEvent(shop.app, db, provider.name, event)
  }
  if (event.about === 'refund') {
    const refund = await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .where('payment.provider', '=', ofReference.provider)
      .where('refund.reference', '=', ofReference.reference)
      .select('refund.id')
      .executeTakeFirst()
    if (refund) await sendRefund(shop, refund.id)
    else await lookAtRefunded(shop.app, provider, event)
  }
  if (event.about === 'dispute' && !(await followDispute(shop, provider, event.reference)))
    await keepEvent(shop.app, db, provider.name, event)
}

/** A message about a refund that this shop did not send, or has not noted yet: its payment is compared at once. */
async function lookAtRefunded(app: App, provider: Provider, event: ProviderEvent) {
  const reference = await provider.findRefundedPayment(event)
  const { numUpdatedRows } = await app.db
    .updateTable('payment')
    .set({
      compareAt: app.clock.now(),
      toldRefunds: sql`array_append(array_remove(told_refunds, ${event.reference}), ${event.reference})`,
    })
    .where('provider', '=', provider.name)
    .where('reference', '=', reference)
    .where('paidAt', 'is not', null) // one that the shop has not noted as paid is compared a day after that
    .executeTakeFirst()
  // of another shop with the same account at the provider
  if (numUpdatedRows === 0n) await keepEvent(app, app.db, provider.name, event)
}
