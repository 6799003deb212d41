import type { sandbox } from '#contract/sandbox.ts'
import type { MoneyMode } from '#server/db/types.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { Method, Provider, ProviderName } from './port.ts'

/** The payment providers of this shop. */
export type Payments = {
  mode: MoneyMode
  providers: readonly Provider[]
  /** For Stripe's form in the page. */
  publishableKey: string | null
  /** The sandbox's own pages and messages; null in other modes. */
  sandbox: SandboxDoor | null
}

type SandboxDoor = {
  /** The calls of the provider's pages. */
  routes: Handlers<typeof sandbox>
  /** Sends one message to the shop. */
  deliver: (id: number) => Promise<void>
  /** Sends messages that are due. Returns their number. */
  deliverDue: (now: Date) => Promise<number>
  /** Renews, tries again or ends subscriptions that are due. Returns their number. */
  renewDue: (now: Date) => Promise<number>
  /** Pays out, or returns, payouts that are due. Returns their number. */
  payDue: (now: Date) => Promise<number>
}

/** The provider of a way to pay; undefined if the shop does not offer it. */
export const providerFor = ({ providers }: Payments, method: Method) =>
  providers.find(({ methods }) => methods.includes(method))

/** The provider that a stored payment names. It is missing if the operator has switched it off since. */
export function providerNamed({ providers }: Payments, name: ProviderName) {
  const found = providers.find((provider) => provider.name === name)
  if (!found) throw new Error(`Payments by ${name} can’t be looked up: its settings are missing.`)
  return found
}
