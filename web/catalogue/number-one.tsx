import type { Item } from '#contract/item.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { musicKey } from '#web/items/format.ts'
import { HydratedWave } from '#web/items/hydrated-wave.tsx'
import { LikeButton } from '#web/items/like-button.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { ItemPlayButton } from '#web/player/item-play-button.tsx'
import { BarRuler } from '#web/ui/bar-ruler.tsx'

/** The most popular beat, ready to play. */
export function NumberOne({ item, list }: { item: Item; list: Item[] }) {
  const wave = useOptionalApi('GET /beats/:id/wave', { params: { id: item.id }, query: { bars: 240 } })
  return (
    <section
      aria-label="No. 1 on Popular"
      data-line={item.style?.line}
      className="border-t-4 border-[oklch(0.125_0.02_268)]"
    >
      <div className="wrap pt-4">
        <div className="flex items-center gap-4 pb-3">
          <ItemPlayButton item={item} list={list} size={56} />
          <div className="min-w-0">
            <h2 className="truncate text-[20px] leading-tight font-bold">
              <Link to={paths.item(item)} className="hover:underline">
                {item.title}
              </Link>
            </h2>
            <div className="flex items-center gap-1.5">
              <Artist item={item} withCode />
              <p className="num text-[14px] text-dim max-md:hidden">
                {item.key && `/ ${musicKey(item.key)} `}/ No. 1 on Popular
              </p>
            </div>
          </div>
          <div className="num ml-auto flex items-center gap-4 text-soft max-md:hidden">
            <LikeButton item={item} size={18} />
            <BuyButton item={item}>Buy from </BuyButton>
          </div>
        </div>
        {item.bpm && item.durationInSeconds && <BarRuler bpm={item.bpm} duration={item.durationInSeconds} />}
        {wave && (
          <HydratedWave
            wave={wave}
            reflected
            className="mt-1 h-19 w-full md:h-25"
            label={`Waveform of ${item.title}`}
          />
        )}
      </div>
    </section>
  )
}
