import type { Item } from '#contract/item.ts'
import { nullIfMissing } from '#web/api/null-if-missing.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { BuyButton } from '#web/items/buy-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { HydratedWave } from '#web/items/hydrated-wave.tsx'
import { ItemFacts } from '#web/items/item-facts.tsx'
import { ItemMenu } from '#web/items/item-menu.tsx'
import { itemRoute } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { ItemPlayButton } from '#web/player/item-play-button.tsx'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pin } from '#web/ui/icons.ts'

const BARS = 240

/** The items that lead a profile, in their owner's order. */
export const Pinned = ({ items, by }: { items: Item[]; by: string }) => (
  <section aria-label={`Pinned by ${by}`} className="mb-3 grid gap-2">
    {items.map((item) => (
      <Band key={item.id} item={item} list={items} />
    ))}
  </section>
)

function Band({ item, list }: { item: Item; list: Item[] }) {
  return (
    <article
      data-line={item.style?.line}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-md bg-curb p-3 md:gap-x-6 md:px-5 md:py-4"
    >
      <div className="relative">
        <Cover src={coverFolder(item.coverUrl ?? '')} size={132} className="size-21 rounded-xs md:size-33" />
        <div className="absolute right-1.5 bottom-1.5 md:right-2 md:bottom-2">
          <ItemPlayButton item={item} list={list} size={44} />
        </div>
      </div>
      <div className="min-w-0 max-md:col-span-2">
        <p className="flex items-center gap-1.5 text-[13px] text-soft">
          <Icon of={Pin} size={15} />
          Pinned
        </p>
        <h2 className="mt-0.5 truncate text-[17px] leading-tight font-bold md:mt-1 md:text-[22px]">
          <Link to={paths.item(item)} className="hover:underline">
            {item.title}
          </Link>
        </h2>
        <ItemFacts item={item} />
        <div className="max-md:hidden">
          <PinnedWave item={item} />
        </div>
      </div>
      <div className="flex items-center justify-end gap-1 max-md:col-span-3 max-md:pt-3">
        <BuyButton item={item} look="rail" size={44}>
          Buy from{' '}
        </BuyButton>
        <ItemMenu item={item} className="-mr-2 size-11" />
      </div>
    </article>
  )
}

/** The wave comes after the page: the band stands without it. */
function PinnedWave({ item }: { item: Item }) {
  const { kind, id, title, bpm, durationInSeconds } = item
  const { data: wave } = useQuery({
    queryKey: [itemRoute(kind, 'wave'), id, BARS],
    queryFn: () => nullIfMissing(call(itemRoute(kind, 'wave'), { params: { id }, query: { bars: BARS } })),
  })
  return (
    <>
      {kind === 'BEAT' && bpm && durationInSeconds && (
        <BarRuler bpm={bpm} duration={durationInSeconds} className="mt-2" />
      )}
      <div className="mt-1 h-13">
        {wave && <HydratedWave wave={wave} reflected className="h-13 w-full" label={`Waveform of ${title}`} />}
      </div>
    </>
  )
}
