import { Fragment } from 'react'
import type { Item } from '#contract/item.ts'
import { cx } from '#web/ui/cx.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { badgeOf, metaLine } from './meta-line.ts'

/** Style, tempo, key, length and the strongest badge. The genre is in words for those who don't see the code. */
export function ItemFacts({ item }: { item: Item }) {
  const { style, genre } = item
  const badge = badgeOf(item)
  return (
    <p className="num flex items-center gap-1.5 text-[13px] leading-6 md:text-[14px] text-soft">
      {style && (
        <LineCode line={style.line} className="text-[12px]">
          {style.code}
        </LineCode>
      )}
      <span className="truncate">
        <span className={style ? 'sr-only' : undefined}>{genre}</span>
        {metaLine(item).map((part, index) => (
          <Fragment key={part}>
            {(index > 0 || !style) && <span className="px-1 text-edge">/</span>}
            {part}
          </Fragment>
        ))}
      </span>
      {badge && (
        <span
          className={cx(
            'flex-none rounded-xs bg-wall px-1.5 text-[11px] leading-4.5 font-bold text-ink',
            !item.promoted && 'max-md:hidden', // a paid place is never disguised
          )}
        >
          {badge}
        </span>
      )}
    </p>
  )
}
