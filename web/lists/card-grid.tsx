import type { ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { ItemCard } from '#web/items/item-card.tsx'
import { cx } from '#web/ui/cx.ts'
import { InGroups } from '#web/ui/in-groups.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const FIRST_ROW = 2
const FIRST_SEEN = 8

/** `wide`: nothing stands beside the list. */
const Grid = ({ wide = false, children }: { wide?: boolean | undefined; children: ReactNode }) => (
  <ul
    className={cx(
      'grid grid-cols-2 gap-x-3.5 gap-y-8 sm:grid-cols-3 md:gap-x-5 md:gap-y-10',
      wide ? 'lg:grid-cols-4 xl:grid-cols-5' : 'xl:grid-cols-4',
    )}
  >
    {children}
  </ul>
)

export const CardGrid = ({ items, wide }: { items: Item[]; wide?: boolean }) => (
  <Grid wide={wide}>
    <InGroups
      of={items}
      each={(item, index) => (
        // leaves room for the focus ring, which containment would cut off
        <li key={item.id} className={cx('-m-1 min-w-0 p-1', index >= FIRST_SEEN && 'below-the-fold')}>
          <ItemCard item={item} list={items} eager={index < FIRST_ROW} />
        </li>
      )}
    />
  </Grid>
)

export const CardGridSkeleton = ({ wide }: { wide?: boolean }) => (
  <Grid wide={wide}>
    {Array.from({ length: 12 }, (_, index) => (
      <li key={index}>
        <CardSkeleton />
      </li>
    ))}
  </Grid>
)
