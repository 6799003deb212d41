import type { Config } from '#server/config.ts'
import type { Provider, ProviderName } from './port.ts'

type Settings = Pick<Config, 'paymentsMode' | 'stripe' | 'paypal'>
/** Tests put emulators at these addresses. */
export type ProviderAddresses = Partial<Record<ProviderName, URL>>

/** The real providers whose keys are set. Code of a provider is loaded when it is switched on. */
export async function openProviders(config: Settings, at: ProviderAddresses = {}): Promise<Provider[]> {
  const { paymentsMode, stripe, paypal } = config
  const live = paymentsMode === 'live'
  const providers: Provider[] = []
  if (paypal) {
    const { openPayPal } = await import('./paypal/paypal.ts')
    providers.push(openPayPal(paypal, { live, address: at.paypal }))
  }
  if (stripe) {
    const { openStripe } = await import('./stripe/stripe.ts')
    providers.push(openStripe(stripe, { live, address: at.stripe }))
  }
  return providers
}
