import { useId, useRef, type PointerEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { percent } from './percent.ts'
import { RangeTrack } from './range-track.tsx'

type Range = readonly [low: number, high: number]

export type RangeSliderProps = {
  label: ReactNode
  value: Range
  min: number
  max: number
  step?: number
  onChange: (value: Range) => void
  format?: (value: number) => string
  disabled?: boolean
  className?: string
}

/** Two native ranges, one above the other; the thumbs can meet but not cross. */
export function RangeSlider({
  label,
  value: [low, high],
  min,
  max,
  step = 1,
  onChange,
  format = String,
  disabled,
  className,
}: RangeSliderProps) {
  const labelId = useId()
  const lowInput = useRef<HTMLInputElement>(null)
  const highInput = useRef<HTMLInputElement>(null)
  const setLow = (value: number) => onChange([Math.min(value, high), high])
  const setHigh = (value: number) => onChange([low, Math.max(value, low)])

  /** Only the thumbs of the inputs take pointers: a press on the rail moves the nearer thumb. */
  function pressRail(event: PointerEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget || disabled) return
    event.preventDefault()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const thumb = 16
    const share = Math.min(1, Math.max(0, (event.clientX - left - thumb / 2) / (width - thumb)))
    const value = min + Math.round((share * (max - min)) / step) * step
    const isLow = value - low < high - value
    if (isLow) setLow(value)
    else setHigh(value)
    const thumbInput = isLow ? lowInput : highInput
    thumbInput.current?.focus()
  }

  const shared = { min, max, step, disabled }
  const layer = 'range pointer-events-none absolute inset-x-0'
  return (
    <fieldset aria-labelledby={labelId} className={cx('min-w-0', className)}>
      <div className="flex justify-between gap-4">
        <span id={labelId} className="font-semibold">
          {label}
        </span>
        <span aria-hidden className="num text-soft">
          {format(low)} – {format(high)}
        </span>
      </div>
      <div className="relative h-6 has-disabled:opacity-40" onPointerDown={pressRail}>
        <RangeTrack from={percent(low, min, max)} to={percent(high, min, max)} />
        <input
          {...shared}
          type="range"
          ref={lowInput}
          aria-label="From"
          aria-valuetext={format(low)}
          value={low}
          onChange={(event) => setLow(event.target.valueAsNumber)}
          // with both thumbs at the far end only the lower one can still move
          className={cx(layer, low > (min + max) / 2 && 'z-1')}
        />
        <input
          {...shared}
          type="range"
          ref={highInput}
          aria-label="To"
          aria-valuetext={format(high)}
          value={high}
          onChange={(event) => setHigh(event.target.valueAsNumber)}
          className={layer}
        />
      </div>
    </fieldset>
  )
}
