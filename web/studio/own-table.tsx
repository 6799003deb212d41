import { ExternalLink, Pencil } from '#web/ui/icons.ts'
import { Fragment } from 'react'
import type { OwnItem } from '#contract/studio-fields.ts'
import { exactly, price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { Dashboard } from './dashboards.ts'
import { OwnCover, OwnFacts } from './own-face.tsx'
import { openEdit, opensIn, OwnMenu } from './own-menu.tsx'
import { hasNote, OwnNote } from './own-note.tsx'
import type { Selection } from '#web/lists/use-selection.ts'
import { StatusMark } from './status-mark.tsx'
import { TierChips } from './tier-chips.tsx'
import { updatedWord } from './updated-word.ts'

type Props = { dashboard: Dashboard; items: readonly OwnItem[]; selection: Selection }

const head =
  'sticky top-16 z-2 h-12 border-b border-rail bg-night px-2.5 text-[13px] font-medium whitespace-nowrap text-dim'
const cell = 'h-16 px-2.5 py-2'
const figure = cx(cell, 'num text-right whitespace-nowrap')

/** The list on a wide window. The bulk bar takes the place of the first headings, so nothing moves. */
export function OwnTable({ dashboard, items, selection }: Props) {
  const hasTiers = dashboard.kinds.includes('BEAT')
  const isSome = selection.ids.length > 0
  const first = ['Item', 'Status', hasTiers ? 'Licenses' : 'Content', hasTiers ? 'From' : 'Price', 'Plays', 'Likes']
  const headings = [...first, hasTiers ? 'Sales' : 'Units', 'Earnings', 'Updated']
  return (
    <table className="mt-3 w-full border-collapse">
      <caption className="sr-only">Your {dashboard.things}</caption>
      <thead>
        <tr>
          <th className={cx(head, 'w-9 pl-0 text-left')}>
            <Checkbox
              aria-label="Select all"
              checked={selection.isAll}
              indeterminate={isSome && !selection.isAll}
              onChange={selection.toggleAll}
            />
          </th>
          {headings.map((name, at) => (
            <th key={name} className={cx(head, at < 3 ? 'text-left' : 'text-right', isSome && at === 0 && 'z-3')}>
              {isSome && at === 0 && (
                <div className="absolute inset-y-0 left-2.5 flex w-max items-center">
                  <BulkBar items={items} selection={selection} hasTiers={hasTiers} />
                </div>
              )}
              <span className={cx(isSome && at < first.length && 'invisible')}>{name}</span>
            </th>
          ))}
          <th className={cx(head, 'pr-0')}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Fragment key={item.id}>
            <Row item={item} selection={selection} />
            {hasNote(item) && (
              <tr className={cx(selection.has(item.id) && 'bg-curb')}>
                <td colSpan={11} className="pr-2.5 pb-3 pl-23">
                  <OwnNote item={item} onResubmit={() => openEdit(item)} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Row({ item, selection }: { item: OwnItem; selection: Selection }) {
  const now = useNow()
  const { id, title, statusLabel, licenses, publishedAt } = item
  const counted = (n: number) => (publishedAt ? exactly(n) : <Never />)
  return (
    <tr className={cx('border-t border-rail/60 hover:bg-curb', selection.has(id) && 'bg-curb')}>
      <td className={cx(cell, 'pl-0')}>
        <Checkbox aria-label={`Select ${title}`} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
      </td>
      <td className={cell}>
        <div className="flex min-w-0 items-center gap-3.5">
          <OwnCover item={item} size={44} />
          <div className="min-w-0">
            <p className="max-w-[230px] truncate leading-tight font-bold" title={title}>
              <Link to={paths.item(item)}>{title}</Link>
            </p>
            <OwnFacts item={item} />
          </div>
        </div>
      </td>
      <td className={cell}>
        <StatusMark item={item} />
      </td>
      <td className={cell}>{item.kind === 'KIT' ? <KitContent item={item} /> : <TierChips licenses={licenses} />}</td>
      <td className={figure}>{price(item.price)}</td>
      <td className={figure}>{counted(item.plays)}</td>
      <td className={figure}>{counted(item.likes)}</td>
      <td className={figure}>{counted(item.sales)}</td>
      <td className={cx(figure, 'font-bold')}>{publishedAt ? price(item.earnings) : <Never />}</td>
      <td className={cx(figure, 'text-dim')}>{updatedWord(item.updatedAt, now)}</td>
      <td className={cx(cell, 'pr-0 whitespace-nowrap')}>
        <div className="flex justify-end">
          <Link to={paths.item(item)} {...opensIn(item)} aria-label={`Open ${title}`} className="ico">
            <Icon of={ExternalLink} size={18} />
          </Link>
          {statusLabel !== 'Sold' && (
            <IconButton label={`Edit ${title}`} onClick={() => openEdit(item)}>
              <Icon of={Pencil} size={18} />
            </IconButton>
          )}
          <OwnMenu item={item} />
        </div>
      </td>
    </tr>
  )
}

/** An item that was never on sale has no figures, not even zeros. */
const Never = () => (
  <span className="text-dim">
    <span aria-hidden>–</span>
    <span className="sr-only">none yet</span>
  </span>
)

export const KitContent = ({ item: { samplesCount, loopsCount, presetsCount } }: { item: OwnItem }) => (
  <span className="num text-[13px] text-soft">
    {[some(samplesCount, 'sample'), some(loopsCount, 'loop'), some(presetsCount, 'preset')]
      .filter((words) => words !== null)
      .join(', ') || '–'}
  </span>
)

const some = (count: number, what: string) => (count > 0 ? `${exactly(count)} ${what}${count === 1 ? '' : 's'}` : null)
