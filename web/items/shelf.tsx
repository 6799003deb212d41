import type { ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ItemCard } from './item-card.tsx'
import { InSlot } from './own-slot.tsx'
import { slotMarks, useWatchedSlots } from './use-watched-slots.ts'
import { shelfWithSlot } from './shelf-with-slot.ts'

type Props = {
  title: string
  /** Undefined as long as they are not loaded. */
  items: Item[] | undefined
  /** The draw of the page, and the number of this shelf in it. */
  slots?: Slots | undefined
  place?: number
  /** The items of the other lists of the page. */
  elsewhere?: readonly Item[]
  /** Shown at the right of the title: `View all`. */
  action?: ReactNode
  /** The sentence for an empty shelf. */
  empty?: string
  /** Loads items anew that could not be loaded. */
  again?: false | (() => unknown)
}

/** Five cards in a row. On a phone they scroll sideways. */
export function Shelf({ title, items, slots, place = 0, elsewhere, action, empty, again }: Props) {
  const placed = shelfWithSlot(items ?? [], slots, { place, ...(elsewhere && { elsewhere }) })
  const root = useWatchedSlots<HTMLUListElement>(placed)
  const list = placed.map(({ item }) => item)
  return (
    <section aria-label={title} className="wrap below-the-fold pt-12 md:pt-16">
      <SectionHeading action={action}>{title}</SectionHeading>
      {again && <Failed again={again}>Failed to load items.</Failed>}
      {items?.length === 0 && empty && <EmptyState>{empty}</EmptyState>}
      <ul
        ref={root}
        className="shelf -mx-4 flex gap-3.5 px-4 pt-0.5 pb-1 md:mx-0 md:grid md:grid-cols-5 md:gap-5 md:overflow-visible md:px-0"
      >
        {placed.map((one) => (
          <li key={one.item.id} {...slotMarks(one)} className="w-[218px] min-w-0 flex-none md:w-auto">
            <InSlot place={one}>
              <ItemCard item={one.item} list={list} />
            </InSlot>
          </li>
        ))}
      </ul>
    </section>
  )
}
