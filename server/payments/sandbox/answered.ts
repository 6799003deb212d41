import { timingSafeEqual } from 'node:crypto'
import { ApiError, forbidden } from '#server/errors.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'

/** The sandbox's refusals in the shop's form of errors. */
export async function answered<Answer>(act: () => Promise<Answer>) {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderRefused) throw new ApiError(402, 'payment_refused', error.message)
    if (error instanceof ProviderDown) throw new ApiError(503, 'provider_down', error.message)
    throw error
  }
}

/** Only the browser that began a payment knows its secret. */
export function expectSecret({ clientSecret }: { clientSecret: string }, given: string) {
  const [one, other] = [Buffer.from(given), Buffer.from(clientSecret)]
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw forbidden('This payment is not yours.')
}
