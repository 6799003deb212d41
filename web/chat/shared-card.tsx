import type { SharedItem } from '#contract/chat.ts'
import type { Item } from '#contract/item.ts'
import { urlOf } from '#contract/url-of.ts'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { CoverButton } from '#web/items/cover-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { ItemWave } from '#web/items/item-wave.tsx'
import { kinds } from '#web/items/kinds.ts'
import { useOffer } from '#web/items/use-offer.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'

const cover = 'size-15 md:size-18'

type Props = { shared: SharedItem; className: string }

/** A beat, a pack or a kit in a conversation. It plays where it stands. */
export function SharedCard({ shared: { item, available }, className }: Props) {
  const box = cx('flex w-full items-center gap-2.5 rounded-[14px] bg-curb p-2.5 md:gap-3.5', className)
  if (item && available) return <Available item={item} className={box} />
  return (
    <div className={box}>
      <Cover src={coverFolder(item?.coverUrl ?? '')} size={72} className={cx('rounded-xs opacity-40', cover)} />
      <div className="min-w-0">
        {item && <p className="truncate font-bold text-soft">{item.title}</p>}
        <p className="text-[14px] text-dim">No longer available</p>
      </div>
    </div>
  )
}

function Available({ item, className }: { item: Item; className: string }) {
  const isOwn = useOffer(item) === 'own'
  return (
    <div data-line={item.style?.line ?? 'uk'} className={className}>
      <CoverButton item={item} list={[item]} size={72} className={cover} />
      <div className="min-w-0 flex-1">
        <Link to={paths.item(item)} title={item.title} className="block truncate leading-6 font-bold hover:underline">
          {item.title}
        </Link>
        <Artist item={item} withCode />
        {item.wave && <ItemWave item={item} wave={item.wave} className="mt-1 h-6.5 w-full" />}
      </div>
      {isOwn ? (
        <Link to={paths.item(item)} className={buttonClass({ size: 36 }, 'max-md:h-11 max-md:px-2')}>
          Open<span className="sr-only"> {item.title}</span>
        </Link>
      ) : (
        <BuyButton item={item} size={36} className="max-md:px-2" />
      )}
    </div>
  )
}

/** A message of nothing but the address of its item needs no words. */
export function isOnlyItsAddress(text: string, shared: SharedItem | null) {
  const url = urlOf(text)
  if (!shared?.item || !url) return false
  const { protocol, pathname } = url
  const { kind, slug } = shared.item
  return /^https?:$/.test(protocol) && pathname === `/${kinds[kind].place}/${slug}`
}
