import type { ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ItemCard } from './item-card.tsx'

type Props = {
  title: string
  /** Undefined as long as they are not loaded. */
  items: Item[] | undefined
  /** Shown at the right of the title: `View all`. */
  action?: ReactNode
  /** The sentence for an empty shelf. */
  empty?: string
  /** Loads items anew that could not be loaded. */
  again?: false | (() => unknown)
}

/** Five cards in a row. On a phone they scroll sideways. */
export function Shelf({ title, items, action, empty, again }: Props) {
  return (
    <section aria-label={title} className="wrap below-the-fold pt-12 md:pt-16">
      <SectionHeading action={action}>{title}</SectionHeading>
      {again && <Failed again={again}>Failed to load items.</Failed>}
      {items?.length === 0 && empty && <EmptyState>{empty}</EmptyState>}
      <ul className="shelf -mx-4 flex gap-3.5 px-4 pt-0.5 pb-1 md:mx-0 md:grid md:grid-cols-5 md:gap-5 md:overflow-visible md:px-0">
        {items?.map((item) => (
          <li key={item.id} className="w-[218px] min-w-0 flex-none md:w-auto">
            <ItemCard item={item} list={items} />
          </li>
        ))}
      </ul>
    </section>
  )
}
