import { useQuery } from '@tanstack/react-query'
import { Pause, Play, SkipBack, SkipForward } from 'lucide'
import { useRef, type RefObject } from 'react'
import type { Item } from '#contract/item.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration } from '#web/items/format.ts'
import { waveData } from '#web/items/wave-data.ts'
import { waveRoute } from '#web/items/wave-route.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { moveWave } from '#web/ui/move-wave.ts'
import { PlayButton } from '#web/ui/play-button.tsx'
import { Wave } from '#web/ui/wave.tsx'
import { currentOf, seekTo, step, toggleCurrent, usePlayer, type Sound } from './player.ts'
import { seekByKey } from './seek-by-key.ts'
import { spoken } from './spoken.ts'
import { usePosition } from './use-position.ts'

/** Loaded with the first sound. */
export default function PlayerBar() {
  const item = usePlayer(currentOf)
  const state = usePlayer((player) => player.state)
  const line = useRef<HTMLDivElement>(null)
  if (!item) return null
  return (
    <section
      aria-label="Player"
      data-line={item.style?.line}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-rail bg-curb max-lg:bottom-15"
    >
      <div className="hidden h-19 grid-cols-[minmax(220px,1fr)_auto_minmax(300px,2.1fr)_auto] items-center gap-6 px-6 lg:grid">
        <Playing item={item} />
        <div className="flex items-center gap-1.5">
          <IconButton label="Previous" onClick={() => step(-1)}>
            <Icon of={SkipBack} size={19} className="stroke-[1.5] fill-current" />
          </IconButton>
          <PlayButton name={item.title} state={state} onClick={toggleCurrent} />
          <IconButton label="Next" onClick={() => step(1)}>
            <Icon of={SkipForward} size={19} className="stroke-[1.5] fill-current" />
          </IconButton>
        </div>
        <Progress item={item} line={line} />
        <BuyButton item={item} look="paper" size={36}>
          Buy{' '}
        </BuyButton>
      </div>
      <div className="h-[3px] bg-rail lg:hidden">
        <div ref={line} className="h-full origin-left scale-x-0 bg-(--l)" />
      </div>
      <div className="flex h-15 items-center gap-3 px-3 lg:hidden">
        <Playing item={item} />
        <BuyButton item={item} size={36} />
        <IconButton label={state === 'paused' ? `Play ${item.title}` : `Pause ${item.title}`} onClick={toggleCurrent}>
          {state === 'paused' ? (
            <Icon of={Play} size={24} className="fill-current" />
          ) : (
            <Icon of={Pause} size={24} className="fill-current" />
          )}
        </IconButton>
      </div>
    </section>
  )
}

const Playing = ({ item }: { item: Item }) => (
  <div className="flex min-w-0 flex-1 items-center gap-3">
    {item.coverUrl && <Cover src={coverFolder(item.coverUrl)} size={52} className="size-11 rounded-xs md:size-13" />}
    <div className="min-w-0">
      <Link to={paths.item(item)} className="block truncate leading-6 font-bold">
        {item.title}
      </Link>
      <Artist item={item} withCode />
    </div>
  </div>
)

function Progress({ item, line }: { item: Sound; line: RefObject<HTMLDivElement | null> }) {
  const wave = useRef<SVGSVGElement>(null)
  const elapsed = useRef<HTMLSpanElement>(null)
  const total = useRef<HTMLSpanElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const { data: bars } = useQuery({
    ...apiQuery(call, waveRoute[item.kind], { params: { id: item.id }, query: { bars: 180 } }),
    enabled: !item.track, // it is the whole pack's
  })
  usePosition(true, (seconds, known) => {
    const length = known ?? item.durationInSeconds ?? 1
    if (wave.current) moveWave(wave.current, seconds / length)
    if (elapsed.current) elapsed.current.textContent = duration(seconds)
    if (total.current) total.current.textContent = duration(length)
    line.current?.style.setProperty('transform', `scaleX(${seconds / length})`)
    if (slider.current) {
      slider.current.value = String(Math.round((seconds / length) * 1000))
      slider.current.setAttribute('aria-valuetext', `${spoken(seconds)} of ${spoken(length)}`)
    }
  })

  return (
    <div className="num flex items-center gap-3 text-[13px] text-soft">
      <span ref={elapsed} className="w-9 text-right" />
      <div className="relative min-w-0 flex-1 rounded-xs focus-within:outline-2 focus-within:outline-offset-2">
        <div className="h-11">
          {bars && !item.track && (
            <Wave ref={wave} {...waveData(bars)} reflected progress={0} className="size-full text-ink" />
          )}
        </div>
        <input
          ref={slider}
          type="range"
          min={0}
          max={1000}
          defaultValue={0}
          aria-label={`Position in ${item.title}`}
          onChange={(event) => seekTo(event.target.valueAsNumber / 1000)}
          onKeyDown={seekByKey}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </div>
      <span ref={total} className="w-9" />
    </div>
  )
}
