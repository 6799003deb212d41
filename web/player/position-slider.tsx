import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { duration } from '#web/items/format.ts'
import { waveData } from '#web/items/wave-data.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { cx } from '#web/ui/cx.ts'
import { goAlong } from '#web/ui/move-wave.ts'
import { Wave } from '#web/ui/wave.tsx'
import { currentAudio, seekTo } from './player.ts'
import { seekByKey } from './seek-by-key.ts'
import { SeekSlider } from './seek-slider.tsx'
import { setSlider } from './set-slider.ts'
import { isPublic, type Sound } from './sound.ts'
import { usePosition } from './use-position.ts'

const STEPS = 1_000
const BARS = 180

/** Shows the position in the sound and seeks to any other: a wave, or a plain line for a sound without one. */
export function PositionSlider({ sound, tall = false }: { sound: Sound; tall?: boolean }) {
  const wave = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const elapsed = useRef<HTMLSpanElement>(null)
  const total = useRef<HTMLSpanElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const isWhole = sound.trackId === undefined // the wave is that of the whole pack
  const { data: bars = isWhole ? sound.wave : null, isLoading } = useQuery({
    ...apiQuery(call, itemRoute(sound.kind, 'wave'), { params: { id: sound.id }, query: { bars: BARS } }),
    enabled: isPublic(sound) && isWhole,
  })
  usePosition(true, sound.durationInSeconds, (moment) => {
    const { seconds, length } = moment
    for (const { current } of [wave, line]) if (current) goAlong(current, moment)
    if (!slider.current || !setSlider(slider.current, seconds, length)) return
    if (elapsed.current) elapsed.current.textContent = duration(seconds)
    if (total.current) total.current.textContent = duration(length)
  })
  return (
    <div className={cx('num text-[13px] text-soft', tall ? 'grid grid-cols-2 gap-y-1' : 'flex items-center gap-2')}>
      <span ref={elapsed} className={tall ? 'row-start-2' : 'w-8 text-right'} />
      <div
        className={cx(
          'relative min-w-0 flex-1 rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
          tall ? 'col-span-2 h-19 short:h-11' : 'h-11',
        )}
      >
        {bars && <Wave ref={wave} {...waveData(bars)} bars={BARS} reflected runs className="size-full text-ink" />}
        {!bars && !isLoading && (
          <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 bg-rail">
            <div ref={line} className="h-full origin-left [transform:scaleX(0)] bg-(--l,var(--color-ink))" />
          </div>
        )}
        <SeekSlider
          ref={slider}
          max={STEPS}
          aria-label={`Position in ${sound.title}`}
          length={() => currentAudio.element?.duration || sound.durationInSeconds}
          onSeek={seekTo}
          onKeyDown={seekByKey}
        />
      </div>
      <span ref={total} className={tall ? 'row-start-2 text-right' : 'w-8'} />
    </div>
  )
}
