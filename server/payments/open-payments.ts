import { systemClock, type Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { withPlansKept, type Db } from '#server/db/connect.ts'
import { expectMode } from './house-mode.ts'
import { openProviders, type ProviderAddresses } from './open-providers.ts'
import type { Payments } from './payments.ts'

type Parts = {
  db: Db
  secret: Uint8Array
  address: () => string
  providersAt?: ProviderAddresses | undefined
}

/** Opens the providers of the mode that the settings ask for, and the clock: that of a sandbox can be moved. */
export async function openPayments(
  config: Config,
  { db, secret, address, providersAt }: Parts,
): Promise<{ payments: Payments; clock: Clock }> {
  const { paymentsMode: mode, production, stripe } = config
  await expectMode(db, mode, systemClock.now())
  if (mode !== 'sandbox') {
    const providers = await openProviders(config, providersAt)
    return {
      payments: { mode, providers, publishableKey: stripe?.publishableKey ?? null, sandbox: null },
      clock: systemClock,
    }
  }
  // the sandbox is loaded in its own mode alone
  const [{ openSandbox }, { movableClock }] = await Promise.all([
    import('./sandbox/index.ts'),
    import('./sandbox/clock.ts'),
  ])
  const movable = production ? null : await movableClock(db)
  const clock = movable ?? systemClock
  return { payments: openSandbox({ db: withPlansKept(db), clock, secret, address, movable }), clock }
}
