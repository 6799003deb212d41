import type { PayoutSummary } from '#contract/payouts.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { Cover } from '#web/ui/cover.tsx'
import { hour, weekday } from './days.ts'

/** The sales that become a part of the balance next. */
export function ClearingNext({ sales }: { sales: PayoutSummary['clearing'] }) {
  if (sales.length === 0) return null
  return (
    <>
      <h2 className="mt-7 text-[13px] font-medium text-dim">Clearing next</h2>
      <ul className="num mt-1.5">
        {sales.map(({ id, at, title, license, coverUrl, amount }) => (
          <li
            key={id}
            className="grid h-11 grid-cols-[84px_minmax(0,1fr)_auto] items-center gap-3 border-t border-rail/60 text-[14px] md:grid-cols-[96px_80px_minmax(0,1fr)_auto]"
          >
            <span className="text-soft">{weekday(at)}</span>
            <span className="text-soft max-md:hidden">{hour(at)} UTC</span>
            <span className="flex min-w-0 items-center gap-2.5">
              <Cover src={coverFolder(coverUrl ?? '')} size={32} className="size-7 flex-none rounded-xs" />
              <span className="truncate">
                <b>{title}</b> <span className="text-dim">{license}</span>
              </span>
            </span>
            <b>{price(amount)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}
