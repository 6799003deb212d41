import { Fragment } from 'react'
import type { Item } from '#contract/item.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { badgeOf, metaLine } from './meta-line.ts'

/** Style, tempo, key, length and the strongest badge. The genre is in words for those who don't see the code. */
export function ItemFacts({ item }: { item: Item }) {
  const { style, genre } = item
  const badge = badgeOf(item)
  return (
    <p className="num flex items-center gap-1.5 text-[14px] leading-6 text-soft">
      {style && (
        <LineCode line={style.line} className="text-[12px]">
          {style.code}
        </LineCode>
      )}
      <span className="truncate">
        <span className={style ? 'sr-only' : undefined}>{genre}</span>
        {metaLine(item).map((part, index) => (
          <Fragment key={part}>
            {(index > 0 || !style) && <span className="px-1.5 text-edge">/</span>}
            {part}
          </Fragment>
        ))}
      </span>
      {badge && (
        <span className="flex-none rounded-xs bg-wall max-md:hidden px-1.5 text-[11px] leading-4.5 font-bold text-ink">
          {badge}
        </span>
      )}
    </p>
  )
}
