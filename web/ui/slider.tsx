import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { percent } from './percent.ts'
import { RangeTrack } from './range-track.tsx'

export type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'min' | 'max' | 'onChange' | 'size'> & {
  /** The visible label; a slider without one (volume) gets `aria-label` instead. */
  label?: ReactNode
  value: number
  min?: number
  max?: number
  onChange: (value: number) => void
  format?: (value: number) => string
}

export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  onChange,
  format = String,
  className,
  ...props
}: SliderProps) {
  return (
    <label className={cx('block', className)}>
      {label && (
        <span className="flex justify-between gap-4">
          <span className="font-semibold">{label}</span>
          <span aria-hidden className="num text-soft">
            {format(value)}
          </span>
        </span>
      )}
      <span className="relative flex h-6 has-disabled:opacity-40">
        <RangeTrack to={percent(value, min, max)} />
        <input
          {...props}
          type="range"
          min={min}
          max={max}
          value={value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          aria-valuetext={format(value)}
          className="range relative"
        />
      </span>
    </label>
  )
}
