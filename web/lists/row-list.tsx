import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { ItemRow } from '#web/items/item-row.tsx'
import { OwnNote, useIsOwnSlot } from '#web/items/own-slot.tsx'
import { slotMarks, useWatchedSlots } from '#web/items/use-watched-slots.ts'
import type { Placed } from '#web/items/placed.ts'
import { withSlots } from '#web/items/with-slots.ts'
import { InGroups } from '#web/ui/in-groups.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'

type Shows = { tags: number; facts?: boolean; charts?: boolean }
type Props = Shows & { items: Item[]; slots?: Slots | undefined; firstRank: number; label?: string }

export function RowList({ items, slots, firstRank, label, ...shows }: Props) {
  const placed = withSlots(items, slots, firstRank)
  const root = useWatchedSlots<HTMLOListElement>(placed)
  const list = placed.map(({ item }) => item)
  return (
    <ol ref={root} start={firstRank} aria-label={label} className="border-b border-rail/60">
      <InGroups
        of={placed}
        each={(place) => {
          const Row = place.isPromoted ? PromotedRow : PlacedRow
          return <Row key={place.item.id} {...shows} place={place} list={list} />
        }}
      />
    </ol>
  )
}

type RowProps = Shows & { place: Placed; list: Item[] }

function PromotedRow(props: RowProps) {
  if (!useIsOwnSlot(props.place)) return <PlacedRow {...props} />
  return (
    <li value={props.place.rank} className="relative h-18 border-t border-rail/60">
      <OwnNote />
    </li>
  )
}

/** A promoted row has no rank, and takes none from the others. */
const PlacedRow = ({ place, list, ...shows }: RowProps) => {
  const { item, rank, isPromoted } = place
  return (
    <ItemRow {...shows} item={item} list={list} rank={isPromoted ? null : rank} value={rank} marks={slotMarks(place)} />
  )
}

export const RowListSkeleton = () => (
  <div className="border-b border-rail/60">
    {Array.from({ length: 10 }, (_, index) => (
      <RowSkeleton key={index} />
    ))}
  </div>
)
