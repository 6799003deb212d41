import { skipToken, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { mendLine } from '#web/cart/cart.ts'
import type { CartLine } from '#web/cart/lines.ts'
import { licenseOffer, mended, type Offer } from '#web/cart/offer.ts'

type SoldHere = Extract<CartLine, { slug: string }>
const isSoldHere = (line: CartLine): line is SoldHere => 'slug' in line

async function offerOf(line: SoldHere): Promise<Offer> {
  try {
    if (line.type === 'beat')
      return licenseOffer(await call('GET /beats/:id/licenses', { params: { id: line.beatId } }), line.licenseType)
    if (line.type === 'pack')
      return licenseOffer(await call('GET /packs/:id/licenses', { params: { id: line.packId } }), line.licenseType)
    const { available, price } = await call('GET /kits/:id', { params: { id: line.kitId } })
    return available ? { price } : null
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}

export type CheckedLine = {
  line: CartLine
  /** What it cost when it was added, if that has changed since. */
  before: number | undefined
  gone: boolean
  /** The server could not be asked. */
  unchecked: boolean
}

/** The lines compared with what is on sale now; what has changed is mended in the cart, and told. */
export function useOffers(lines: CartLine[]): CheckedLine[] {
  const [before, setBefore] = useState<Record<string, number>>({})
  const offers = useQueries({
    queries: lines.map((line) => ({
      queryKey: ['offer', line.id],
      queryFn: isSoldHere(line) ? () => offerOf(line) : skipToken,
      staleTime: 0,
    })),
  })
  const answers = lines.map((line, at) => ({ line, offer: offers[at]?.data, failed: offers[at]?.isError ?? false }))
  useEffect(() => {
    for (const { line, offer } of answers) {
      const now = mended(line, offer ?? null)
      if (now === line) continue
      if (now.price !== line.price) setBefore((known) => ({ [line.id]: line.price, ...known }))
      mendLine(line.id, now)
    }
  })
  return answers.map(({ line, offer, failed }) => ({
    line,
    before: before[line.id] === line.price ? undefined : before[line.id],
    gone: offer === null,
    unchecked: failed,
  }))
}
