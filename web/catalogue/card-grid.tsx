import type { ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { ItemCard } from '#web/items/item-card.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const Grid = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-2 gap-x-3.5 gap-y-8 sm:grid-cols-3 md:gap-x-5 md:gap-y-10 xl:grid-cols-4">
    {children}
  </ul>
)

export const CardGrid = ({ items }: { items: Item[] }) => (
  <Grid>
    {items.map((item) => (
      <li key={item.id} className="min-w-0">
        <ItemCard item={item} list={items} />
      </li>
    ))}
  </Grid>
)

export const CardGridSkeleton = () => (
  <Grid>
    {Array.from({ length: 12 }, (_, index) => (
      <li key={index}>
        <CardSkeleton />
      </li>
    ))}
  </Grid>
)
