import type { LibraryPurchase } from '#contract/purchases.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { localDay, localShortDay } from '#web/ui/local-day.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { stateWords } from './words.ts'

type Props = { purchase: LibraryPurchase; chosen: boolean; to: string }

/** One purchase in the list. It leads to the address that shows it in the panel. */
export function PurchaseRow({ purchase, chosen, to }: Props) {
  const { kind, title, artist, img, style, purchasedAtIso, pricePaid } = purchase
  return (
    <li data-line={style?.line} className="border-t border-rail/60">
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen || undefined}
        className={cx(
          'grid min-h-18 grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5 md:-mx-3 md:px-3',
          '@xl:grid-cols-[52px_minmax(0,1fr)_196px_56px_76px]',
          chosen ? 'md:bg-wall' : 'hover:bg-curb',
        )}
      >
        <span className={cx(kinds[kind].silhouette, '@max-xl:row-span-2')}>
          <Cover src={img ? coverFolder(img) : ''} size={52} className="size-13 rounded-xs" />
        </span>
        <span className="min-w-0">
          <span className="block truncate font-semibold">{title}</span>
          <span className="flex items-center gap-2 text-[14px] text-soft">
            {style && (
              <LineCode line={style.line} className="text-[12px]">
                {style.code}
              </LineCode>
            )}
            <span className="truncate">{artist}</span>
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-[14px] text-soft @max-xl:col-span-2 @max-xl:col-start-2 @max-xl:row-start-2">
          <State purchase={purchase} />
        </span>
        <time
          dateTime={purchasedAtIso}
          title={localDay(purchasedAtIso)}
          className="num text-right text-[14px] text-dim @max-xl:hidden"
        >
          {localShortDay(purchasedAtIso)}
        </time>
        <span className="num text-right text-[14px] font-semibold @max-xl:col-start-3 @max-xl:row-start-1 @max-xl:self-start @max-xl:text-[15px]">
          {price(pricePaid)}
        </span>
      </Link>
    </li>
  )
}

function State({ purchase }: { purchase: LibraryPurchase }) {
  const { licenseType, licenseName, kitType, kind, state } = purchase
  return (
    <>
      <span className="whitespace-nowrap">{licenseName ?? kitType ?? kinds[kind].name}</span>
      {state === 'owned' && licenseType === 'EXCLUSIVE' && <Mark>Yours alone</Mark>}
      {state !== 'owned' && <Mark>{stateWords(purchase)}</Mark>}
    </>
  )
}

const Mark = ({ children }: { children: string }) => (
  <span className="rounded-xs bg-step px-1.5 py-0.5 text-[12px] leading-4 font-semibold whitespace-nowrap text-ink">
    {children}
  </span>
)
