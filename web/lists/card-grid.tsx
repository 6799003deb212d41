import type { ReactNode, RefObject } from 'react'
import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { ItemCard } from '#web/items/item-card.tsx'
import { InSlot } from '#web/items/own-slot.tsx'
import { slotMarks, useWatchedSlots } from '#web/items/use-watched-slots.ts'
import { withSlots } from '#web/items/with-slots.ts'
import { cx } from '#web/ui/cx.ts'
import { InGroups } from '#web/ui/in-groups.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const FIRST_ROW = 2
const FIRST_SEEN = 8

type GridProps = { wide?: boolean | undefined; of?: RefObject<HTMLUListElement | null>; children: ReactNode }

/** `wide`: nothing stands beside the list. */
const Grid = ({ wide = false, of, children }: GridProps) => (
  <ul
    ref={of}
    className={cx(
      'grid grid-cols-2 gap-x-3.5 gap-y-8 sm:grid-cols-3 md:gap-x-5 md:gap-y-10',
      wide ? 'lg:grid-cols-4 xl:grid-cols-5' : 'xl:grid-cols-4',
    )}
  >
    {children}
  </ul>
)

type Props = { items: Item[]; slots?: Slots | undefined; wide?: boolean }

export function CardGrid({ items, slots, wide }: Props) {
  const placed = withSlots(items, slots)
  const root = useWatchedSlots<HTMLUListElement>(placed)
  const list = placed.map(({ item }) => item)
  return (
    <Grid wide={wide} of={root}>
      <InGroups
        of={placed}
        each={(place, index) => (
          // leaves room for the focus ring, which containment would cut off
          <li
            key={place.item.id}
            {...slotMarks(place)}
            className={cx('-m-1 min-w-0 p-1', index >= FIRST_SEEN && 'below-the-fold')}
          >
            <InSlot place={place}>
              <ItemCard item={place.item} list={list} eager={index < FIRST_ROW} />
            </InSlot>
          </li>
        )}
      />
    </Grid>
  )
}

export const CardGridSkeleton = ({ wide }: { wide?: boolean }) => (
  <Grid wide={wide}>
    {Array.from({ length: 12 }, (_, index) => (
      <li key={index}>
        <CardSkeleton />
      </li>
    ))}
  </Grid>
)
