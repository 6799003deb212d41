import type { OwnItem } from '#contract/studio-fields.ts'
import { exactly, price } from '#web/items/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { OwnCover, OwnFacts } from './own-face.tsx'
import { openEdit, OwnMenu } from './own-menu.tsx'
import { OwnNote } from './own-note.tsx'
import { KitContent } from './own-table.tsx'
import type { Selection } from '#web/lists/use-selection.ts'
import { StatusMark } from './status-mark.tsx'
import { TierChips } from './tier-chips.tsx'

type Props = { items: readonly OwnItem[]; selection: Selection }

/** The list on a phone. Choosing items begins in the menu of a card. */
export const OwnCards = ({ items, selection }: Props) => (
  <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
    {items.map((item) => (
      <Card key={item.id} item={item} selection={selection} />
    ))}
  </ul>
)

function Card({ item, selection }: { item: OwnItem; selection: Selection }) {
  const { id, title, publishedAt } = item
  const isChoosing = selection.ids.length > 0
  const figures = [
    ['Plays', exactly(item.plays)],
    ['Likes', exactly(item.likes)],
    ['Sales', exactly(item.sales)],
    ['Earnings', price(item.earnings)],
  ] as const
  return (
    <li className="rounded-sm bg-curb p-3.5 pb-3 forced-colors:border">
      <div className="flex items-start gap-3.5">
        {isChoosing && (
          <Checkbox aria-label={`Select ${title}`} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
        )}
        <OwnCover item={item} size={60} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-base leading-tight font-bold">{title}</p>
          <OwnFacts item={item} />
          <p className="mt-1">
            <StatusMark item={item} />
          </p>
        </div>
        <div className="-mt-1.5 -mr-1">
          <OwnMenu item={item} onSelect={() => selection.toggle(id)} />
        </div>
      </div>
      <OwnNote item={item} onResubmit={() => openEdit(item)} />
      {publishedAt && (
        <dl className="mt-3.5 grid grid-cols-[1fr_1fr_1fr_1.3fr] gap-2">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="text-[12.5px] text-dim">{name}</dt>
              <dd className="num font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-3 flex items-center justify-between gap-2 border-t border-rail/60 pt-3 text-[14px]">
        {item.kind === 'KIT' ? <KitContent item={item} /> : <TierChips licenses={item.licenses} />}
        <span className="num text-dim">
          {item.kind === 'KIT' ? '' : 'from '}
          {price(item.price)}
        </span>
      </div>
    </li>
  )
}
