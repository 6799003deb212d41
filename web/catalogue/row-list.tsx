import type { Item } from '#contract/item.ts'
import { ItemRow } from '#web/items/item-row.tsx'
import { InGroups } from '#web/ui/in-groups.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'

type Props = { items: Item[]; firstRank: number; tags: number; charts?: boolean }

export const RowList = ({ items, firstRank, tags, charts }: Props) => (
  <ol start={firstRank} className="border-b border-rail/60">
    <InGroups
      of={items}
      each={(item, index) => (
        <ItemRow key={item.id} item={item} list={items} rank={firstRank + index} tags={tags} charts={charts} />
      )}
    />
  </ol>
)

export const RowListSkeleton = () => (
  <div className="border-b border-rail/60">
    {Array.from({ length: 10 }, (_, index) => (
      <RowSkeleton key={index} />
    ))}
  </div>
)
