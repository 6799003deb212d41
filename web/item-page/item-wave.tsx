import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ItemDetail } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { kinds } from '#web/items/kinds.ts'
import { HydratedWave } from '#web/items/hydrated-wave.tsx'
import { useIsCurrent } from '#web/player/item-play-button.tsx'
import { playFrom } from '#web/player/play-from.ts'
import { currentAudio } from '#web/player/player.ts'
import { seekByKey } from '#web/player/seek-by-key.ts'
import { SeekSlider } from '#web/player/seek-slider.tsx'
import { setSlider } from '#web/player/set-slider.ts'
import { soundOf } from '#web/player/sound.ts'
import { usePosition } from '#web/player/use-position.ts'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { goAlong } from '#web/ui/move-wave.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { WAVE_BARS, waveQuery } from './queries.ts'

const BARS_ON_A_PHONE = 94

/** The wave of the whole sound. It shows the position while playing, and a press plays from there. */
export function ItemWave({ item }: { item: ItemDetail }) {
  const { data: wave, isError, refetch } = useQuery(waveQuery(call, item))
  const current = useIsCurrent(item)
  const sound = soundOf(item)
  const strip = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const [reached, setReached] = useState(0)
  const hydrated = useHydrated()
  const { parts } = kinds[item.kind]
  const narrow = hydrated && matchMedia('(width < 48.0625rem)').matches

  usePosition(current, item.durationInSeconds, (moment) => {
    const { seconds, length } = moment
    if (strip.current) goAlong(strip.current, moment)
    if (slider.current && setSlider(slider.current, seconds, length)) setReached(seconds / length)
  })

  // another sound is in the player: the slider stands at the beginning
  useEffect(() => {
    if (!current && slider.current) setSlider(slider.current, 0, item.durationInSeconds ?? 0)
  }, [current, item.durationInSeconds])

  if (wave === null) return null
  if (!wave && isError) return <Failed again={refetch}>Failed to load the waveform.</Failed>
  return (
    <>
      {item.kind === 'BEAT' && item.bpm && item.durationInSeconds && (
        <BarRuler bpm={item.bpm} duration={item.durationInSeconds} progress={current ? reached : 0} />
      )}
      <div className="relative mt-1 h-19 rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-2 md:h-25">
        {wave && (
          <HydratedWave
            ref={strip}
            wave={wave}
            reflected
            bars={narrow ? BARS_ON_A_PHONE : WAVE_BARS}
            {...(current ? { runs: true } : { label: `Waveform of ${item.title}` })}
            className="size-full"
          />
        )}
        {sound && (
          <SeekSlider
            ref={slider}
            max={1000}
            step={10}
            aria-label={`Position in the waveform of ${item.title}`}
            length={() =>
              (current && currentAudio.element?.duration) || (item.kind === 'BEAT' ? item.durationInSeconds : null)
            }
            onSeek={(part) => playFrom(sound, part)}
            byClick={!current}
            onKeyDown={(event) => current && seekByKey(event)}
          />
        )}
      </div>
      {parts && <p className="mt-1.5 text-[13px] text-soft">A taste of all {parts}. Each plays alone below.</p>}
    </>
  )
}
