import Stripe from 'stripe'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'

/** Turns the SDK's errors into the port's. These hold parts of requests and client secrets, so no error keeps one as its cause. */
export async function askingStripe<Answer>(ask: () => Promise<Answer>) {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? told(error) : error
  }
}

function told({ statusCode, message, requestId, type }: Stripe.errors.StripeError) {
  if (statusCode === undefined) return new ProviderDown('Stripe does not answer')
  if (statusCode === 401 || statusCode === 403)
    return new ProviderDown(`Stripe does not accept the key of this shop (${statusCode}, request ${requestId})`)
  const isOpen = statusCode === 409 || statusCode === 429 || statusCode >= 500
  return isOpen
    ? new ProviderDown(`Stripe could not act on the request (${statusCode} ${type}, request ${requestId})`)
    : new ProviderRefused(message)
}
