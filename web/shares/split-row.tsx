import type { ReactNode } from 'react'
import type { OwnShare } from '#contract/shares.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'

type Props = {
  item: OwnShare['item']
  facts: string
  state: string | null
  amount?: string
  children?: ReactNode
}

/** An item with what a share in it is about. On a phone the buttons stand below. */
export const SplitRow = ({ item, facts, state, amount, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-rail/60 py-3.5">
    <span className={`flex-none ${kinds[item.kind].silhouette}`}>
      <Cover src={coverFolder(item.coverUrl ?? '')} size={60} className="size-15" />
    </span>
    <div className="min-w-0 flex-1 basis-45">
      <h3 className="truncate font-bold">
        {item.hasPage ? <Link to={paths.item(item)}>{item.title}</Link> : item.title}
      </h3>
      <p className="text-[14px] wrap-anywhere text-soft">{facts}</p>
      {state && <p className="text-[14px] text-soft">{state}</p>}
    </div>
    {amount && (
      <p className="num text-right">
        <span className="block text-[13px] text-dim">Earned</span>
        <b>{amount}</b>
      </p>
    )}
    {children && <div className="flex gap-2 max-md:w-full">{children}</div>}
  </li>
)
