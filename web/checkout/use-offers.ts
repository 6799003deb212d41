import { skipToken, useQueries, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { mendLine } from '#web/cart/cart.ts'
import { nameOf, type CartLine } from '#web/cart/lines.ts'
import { licenseOffer, mended, type Offer } from '#web/cart/offer.ts'
import { itemRoute, kindOf } from '#web/items/kinds.ts'

type SoldHere = Extract<CartLine, { slug: string }>
const isSoldHere = (line: CartLine): line is SoldHere => 'slug' in line

async function offerOf(line: SoldHere): Promise<Offer> {
  try {
    if (line.type === 'kit') {
      const { available, price } = await call('GET /kits/:id', { params: { id: line.kitId } })
      return available ? { price } : null
    }
    const id = line.type === 'beat' ? line.beatId : line.packId
    return licenseOffer(await call(itemRoute(kindOf(line.type), 'licenses'), { params: { id } }), line.licenseType)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}

/**
 * Compares a line with the present offer and corrects it in the cart. `before` is the price that the visitor saw first.
 */
async function check(line: SoldHere, before = line.price) {
  const offer = await offerOf(line)
  const now = mended(line, offer)
  if (now !== line) mendLine(line, now)
  return { gone: offer === null, before }
}
type Checked = Awaited<ReturnType<typeof check>>

const keyOf = (line: CartLine) => ['offer', nameOf(line)]

export type CheckedLine = {
  line: CartLine
  gone: boolean
  /** The price before the check. */
  before: number
  /** True if the check failed. */
  unchecked: boolean
}

/** Checks each line once per visit and again after signing in. Notes about changes stay. */
export function useOffers(lines: CartLine[]): CheckedLine[] {
  const queries = useQueryClient()
  const known = (line: CartLine) => queries.getQueryData<Checked>(keyOf(line))
  const checks = useQueries({
    queries: lines.map((line) => ({
      queryKey: keyOf(line),
      queryFn: isSoldHere(line) ? () => check(line, known(line)?.before) : skipToken,
      staleTime: Infinity,
      gcTime: 0,
    })),
  })
  return lines.map((line, at) => ({
    line,
    gone: checks[at]?.data?.gone ?? false,
    before: checks[at]?.data?.before ?? line.price,
    unchecked: checks[at]?.isError ?? false,
  }))
}
