import { useId, type Ref } from 'react'
import { cx } from './cx.ts'

export type WaveProps = {
  /** Peaks of the whole sound and of its bass, 0 to 255. */
  full: readonly number[]
  low: readonly number[]
  /** How many bars to draw; the strip stretches to its box, so a good number is width / 5 (large) or / 3.3 (row). */
  bars?: number
  /** Stands on water: 74 % above, 26 % as a reflection. Otherwise both halves are equal. */
  reflected?: boolean
  /** The played part is bright. `goAlong` or `moveWave` move it, without React. */
  runs?: boolean
  /** Bright as a whole, where nothing is played. */
  bright?: boolean
  /** The accessible name; without one the wave is decoration. */
  label?: string
  className?: string
  /** The ref of a running wave. */
  ref?: Ref<HTMLDivElement>
}

const pitch = 3
const bar = 2
const height = 100
const waterline = 74

/** The two-band wave: the full band in the color of the text, the bass inside it in the color of the line. */
export function Wave({ runs = false, bright = false, label, className, ref, ...drawn }: WaveProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  if (!runs)
    return (
      <svg {...boxOf(drawn)} {...named} className={className}>
        <Strokes {...drawn} dim={!bright} />
      </svg>
    )
  return (
    <div ref={ref} {...named} className={cx('runs', className)}>
      <svg {...boxOf(drawn)}>
        <Strokes {...drawn} dim />
      </svg>
      {/* a clipping window opens over the bright copy, which stands still: both move, nothing is drawn anew */}
      <div data-played>
        <div data-within>
          <svg {...boxOf(drawn)}>
            <Strokes {...drawn} dim={false} />
          </svg>
        </div>
      </div>
      <div data-playhead />
    </div>
  )
}

type Drawn = Pick<WaveProps, 'full' | 'low' | 'bars' | 'reflected'>

const boxOf = ({ full, bars = full.length }: Drawn) => ({
  viewBox: `0 0 ${bars * pitch} ${height}`,
  preserveAspectRatio: 'none',
})

function Strokes({ full, low, bars = full.length, reflected = false, dim }: Drawn & { dim: boolean }) {
  const id = useId()
  const middle = reflected ? waterline : height / 2
  return (
    <>
      <g id={id} fill="none" strokeWidth={bar}>
        <path stroke="currentColor" strokeOpacity={dim ? 0.3 : 1} d={strokes(full, bars, middle, !reflected)} />
        <path stroke="var(--l)" strokeOpacity={dim ? 0.7 : 1} d={strokes(low, bars, middle, !reflected)} />
      </g>
      {reflected && <use href={`#${id}`} opacity=".42" transform={`matrix(1 0 0 ${-shrink} 0 ${height})`} />}
    </>
  )
}

const shrink = (height - waterline) / waterline

/** One upright stroke for each bar, in both directions from the middle or upwards only. */
function strokes(peaks: readonly number[], bars: number, middle: number, both: boolean) {
  let path = ''
  for (let index = 0; index < bars; index++) {
    const size = Math.round((loudest(peaks, index / bars, (index + 1) / bars) / 255) * middle)
    if (size > 0) path += `M${index * pitch + bar / 2} ${middle - size}V${both ? middle + size : middle}`
  }
  return path
}

function loudest(peaks: readonly number[], from: number, to: number) {
  const end = Math.max(Math.ceil(to * peaks.length), Math.floor(from * peaks.length) + 1)
  return Math.max(0, ...peaks.slice(Math.floor(from * peaks.length), end))
}
