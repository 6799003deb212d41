import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { CartItem, LineItem, OrderPreview } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { mendLine } from '#web/cart/cart.tsx'
import { nameOf, type CartLine } from '#web/cart/lines.ts'
import { itemOf, mended, type Offer } from '#web/cart/offer.ts'
import { useCart } from '#web/cart/store.ts'

/** The prices that the visitor saw before they were corrected, as long as the checkout is shown. */
const useFirstPrices = create<Record<string, number>>(() => ({}))

export type CheckedLine = {
  line: CartLine
  item: LineItem | null
  /** Unknown until the server has answered. */
  state: Offer['state'] | 'unknown'
  /** Why it can't be bought, where its state does not say it all. */
  why: string | null
  /** The price before the check. */
  before: number
  /** The price after upgrades and discounts. */
  total: number
  adjustments: OrderPreview['lines'][number]['adjustments']
}

/** Lines that can be paid; those that nobody has checked yet count as such. */
export const canBeBought = ({ state }: CheckedLine) => state === 'available' || state === 'unknown'

/**
 * Asks the server what the cart costs now, once per visit and again after each change and after signing in, and corrects
 * the cart. Notes about changes stay.
 */
export function useOffers(lines: CartLine[], codes: readonly string[]) {
  const asked = lines.map((line) => ({ name: nameOf(line), item: itemOf(line) }))
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['POST /checkout/preview', asked, codes],
    queryFn: () => check(asked, codes),
    placeholderData: keepPreviousData, // lines that stay keep their notes
    enabled: asked.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  const firstPrices = useFirstPrices()
  useEffect(() => () => useFirstPrices.setState({}, true), [])
  return {
    items: asked.map(({ item }) => item),
    lines: lines.map((line): CheckedLine => {
      const offer = data?.offers.get(nameOf(line))
      return {
        line,
        item: offer?.item ?? null,
        state: offer?.state ?? 'unknown',
        why: offer?.why ?? null,
        before: firstPrices[nameOf(line)] ?? line.price,
        total: offer?.total ?? line.price,
        adjustments: offer?.adjustments ?? [],
      }
    }),
    /** The server's totals of exactly these lines; null until they are known. */
    preview: isPlaceholderData ? null : (data?.preview ?? null),
    failed: isError,
    checkAgain: () => void refetch(),
  }
}

type Asked = { name: string; item: CartItem }

async function check(asked: Asked[], codes: readonly string[]) {
  const preview = await call('POST /checkout/preview', {
    body: { items: asked.map(({ item }) => item), code: codes.join(' ') },
  })
  const offers = new Map(asked.map(({ name }, index) => [name, preview.lines[index]!]))
  for (const [name, offer] of offers) correct(name, offer)
  return { offers, preview }
}

function correct(name: string, offer: Offer) {
  const line = useCart.getState().lines.find((one) => nameOf(one) === name)
  if (!line) return
  const now = mended(line, offer)
  if (now === line) return
  useFirstPrices.setState((first) => ({ [name]: line.price, ...first }))
  mendLine(line, now)
}
