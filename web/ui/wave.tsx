import { useId, type Ref } from 'react'

export type WaveProps = {
  /** Peaks of the whole sound and of its bass, 0 to 255. */
  full: readonly number[]
  low: readonly number[]
  /** How many bars to draw; the strip stretches to its box, so a good number is width / 5 (large) or / 3.3 (row). */
  bars?: number
  /** Standing on water: 74 % up, 26 % reflected. Without it both halves are alike. */
  reflected?: boolean
  /** 0 to 1: what has been played is bright. Move it later, without React, by `moveWave`. */
  progress?: number
  /** Without a name it is decoration. */
  label?: string
  className?: string
  ref?: Ref<SVGSVGElement>
}

const pitch = 3
const bar = 2
const height = 100
const waterline = 74

/** The two-band wave: the full band in the text's colour, inside it the bass in the line's. */
export function Wave({ full, low, bars = full.length, reflected = false, progress, label, className, ref }: WaveProps) {
  const id = useId()
  const width = bars * pitch
  const middle = reflected ? waterline : height / 2
  const half = (
    <>
      <g stroke="currentColor" strokeOpacity=".3">
        <path id={`${id}f`} d={strokes(full, bars, middle, !reflected)} />
      </g>
      <g stroke="var(--l)" strokeOpacity=".7">
        <path id={`${id}l`} d={strokes(low, bars, middle, !reflected)} />
      </g>
      {progress !== undefined && (
        <g clipPath={`url(#${id}c)`}>
          <use href={`#${id}f`} stroke="currentColor" />
          <use href={`#${id}l`} stroke="var(--l)" />
        </g>
      )}
    </>
  )
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={className}
    >
      {progress !== undefined && (
        <clipPath id={`${id}c`}>
          <rect data-played width={progress * width} height={height} />
        </clipPath>
      )}
      <g id={`${id}h`} fill="none" strokeWidth={bar}>
        {half}
      </g>
      {reflected && <use href={`#${id}h`} opacity=".42" transform={`matrix(1 0 0 ${-shrink} 0 ${height})`} />}
      {progress !== undefined && (
        <line
          data-playhead
          x1={progress * width}
          x2={progress * width}
          y2={height}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-paper-hi"
        />
      )}
    </svg>
  )
}

const shrink = (height - waterline) / waterline

/** One upright stroke a bar; both ways from the middle, or upwards only. */
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
