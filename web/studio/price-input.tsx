import type { ComponentProps } from 'react'
import { Input } from '#web/ui/input.tsx'
import { shaped } from './shaped.ts'

/** Digits and at most two decimals of a price up to 999,999. */
function shapePrice(typed: string) {
  const [whole = '', ...rest] = typed
    .replace(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.')
  const dollars = whole.slice(0, 6)
  return rest.length ? `${dollars}.${rest.join('').slice(0, 2)}` : dollars
}

/** A price in dollars. */
export const PriceInput = (props: ComponentProps<typeof Input>) => (
  <span className="relative block">
    <span aria-hidden className="absolute top-1/2 left-3.5 -translate-y-1/2 text-dim">
      $
    </span>
    <Input {...props} {...shaped(shapePrice)} inputMode="decimal" autoComplete="off" className="num pl-8 text-right" />
  </span>
)
