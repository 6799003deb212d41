import { CircleAlert, Tag, Trash } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { CYCLES } from '#contract/plans.ts'
import type { CartLine } from '#web/cart/lines.ts'
import { promotionWords } from '#web/cart/service-lines.ts'
import { Artist } from '#web/items/artist.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Cover } from '#web/ui/cover.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PlanFace } from '#web/ui/plan-face.tsx'
import { kindOf } from '#web/items/kinds.ts'
import { LineFiles } from './line-files.tsx'
import { canBeBought, type CheckedLine } from './use-offers.ts'

const WHY_NOT = {
  gone: () => 'No longer available',
  own: (type: string) => `This ${type} is your own`,
  owned: (type: string) =>
    type === 'subscription'
      ? 'You have a plan already. Cancel it first, or choose a higher one.'
      : 'You have this already',
  held: () => 'Somebody is buying it exclusively right now',
  waiting: () => 'Not for sale right now: its sellers are agreeing on their shares',
}

/** The page of the item, if the line has one. */
const pageOf = (line: CartLine) => ('slug' in line ? paths.item({ kind: kindOf(line.type), slug: line.slug }) : null)

function whatOf(line: CartLine, item: CheckedLine['item']) {
  if ('licenseName' in line) return line.licenseName
  if (line.type === 'kit') return item?.type ?? 'Kit'
  return line.type === 'subscription' ? `${CYCLES[line.billingCycle].name}, renews by itself` : promotionWords(line)
}

type Props = {
  checked: CheckedLine
  /** The note of a line that is held for this buyer. */
  held?: ReactNode
  onRemove: () => void
}

const FACE = 'size-16 md:size-18'

export function CartLineRow({ checked, held, onRemove }: Props) {
  const { line, item, before, state, why, total, adjustments } = checked
  const counts = canBeBought(checked)
  const page = pageOf(line)
  return (
    <li className="flex items-center gap-3 border-t border-rail/60 py-4 md:gap-4">
      {line.type === 'subscription' ? (
        <PlanFace plan={line.planId} className={FACE} />
      ) : (
        <Cover src={coverFolder(line.img ?? '')} size={72} className={cx('flex-none rounded-xs', FACE)} />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-bold">
          {page ? (
            <Link to={page} className="hover:underline">
              {line.title}
            </Link>
          ) : (
            line.title
          )}
        </h2>
        {line.artist && (
          <Artist
            item={{ artistName: line.artist, ownerPlan: item?.ownerPlan ?? 'free', style: item?.style ?? null }}
            withCode
          />
        )}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <p className={cx(item ? 'font-semibold' : 'text-soft')}>{whatOf(line, item)}</p>
          {item && 'slug' in line && <LineFiles type={line.type} item={item} />}
        </div>
        {state !== 'available' && state !== 'unknown' && (
          <Notice>
            {why ?? WHY_NOT[state](line.type)}
            {state === 'owned' && page && (
              <>
                {'. '}
                <Link to={paths.library()} className="underline">
                  Go to My Library
                </Link>
              </>
            )}
          </Notice>
        )}
        {counts && before !== line.price && (
          <Notice>
            Price changed from {price(before)} to {price(line.price)}
          </Notice>
        )}
        {adjustments.map(({ kind, reason, amount }) => (
          <p key={reason} className="num mt-1 flex items-start gap-1.5 text-sm text-soft">
            {kind !== 'upgrade' && <Icon of={Tag} size={15} className="mt-0.5 flex-none" />}
            <span>
              {reason}: <span className="whitespace-nowrap">{`−${price(amount)}`}</span>
            </span>
          </p>
        ))}
        {held}
      </div>
      <div className="num grid justify-items-end font-semibold">
        {counts && total !== line.price && (
          <s className="text-sm font-normal text-dim">
            <span className="sr-only">before </span>
            {price(line.price)}
          </s>
        )}
        <p className={cx(!counts && 'text-dim line-through')}>{price(counts ? total : line.price)}</p>
      </div>
      <IconButton
        label={`Remove ${line.title} from the cart`}
        onClick={onRemove}
        className="max-md:-mr-2 max-md:size-11"
      >
        <Icon of={Trash} size={19} />
      </IconButton>
    </li>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p role="status" className="num mt-1 flex items-start gap-1.5 text-sm text-warn">
    <Icon of={CircleAlert} size={16} className="mt-0.5 flex-none" />
    <span>{children}</span>
  </p>
)
