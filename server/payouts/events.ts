import { notFound } from '#server/errors.ts'
import type { Provider, ProviderEvent } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import { askAboutPayout } from './send.ts'

/** A message about a batch. It may come before the answer that names the batch: the provider then sends it again. */
export const takePayoutEvent = (app: App) => async (provider: Provider, event: ProviderEvent) => {
  const payout = await app.db
    .selectFrom('payout')
    .where('provider', '=', provider.name)
    .where('batch', '=', event.reference)
    .select('id')
    .executeTakeFirst()
  if (!payout) throw notFound('Payout')
  await askAboutPayout(app, payout.id)
}
