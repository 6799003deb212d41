import type { Item } from '#contract/item.ts'
import { ItemRow } from '#web/items/item-row.tsx'
import { InGroups } from '#web/ui/in-groups.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'

type Props = { items: Item[]; firstRank: number; tags: number; facts?: boolean; charts?: boolean; label?: string }

export const RowList = ({ items, firstRank, tags, facts, charts, label }: Props) => (
  <ol start={firstRank} aria-label={label} className="border-b border-rail/60">
    <InGroups
      of={items}
      each={(item, index) => (
        <ItemRow
          key={item.id}
          item={item}
          list={items}
          rank={firstRank + index}
          tags={tags}
          facts={facts}
          charts={charts}
        />
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
