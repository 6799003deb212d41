import { cx } from './cx.ts'

export type BarRulerProps = {
  bpm: number
  /** Seconds. */
  duration: number
  /** 0 to 1: bars that have been reached are bright. */
  progress?: number
  className?: string
}

const barsATick = 8

/** Above a wave: rappers look for sixteen bars, not for seconds. Bar 1 is taken to be at 0:00, in four-four time. */
export function BarRuler({ bpm, duration, progress = 0, className }: BarRulerProps) {
  const bars = (duration * bpm) / 60 / 4
  const ticks = Array.from({ length: Math.floor(bars / barsATick) + 1 }, (_, index) => index * barsATick)
  // as many names as fit: about 24 on a wide screen, 6 on a phone
  const namedWide = Math.ceil(ticks.length / 24)
  const namedNarrow = Math.ceil(ticks.length / 7)
  return (
    <svg aria-hidden width="100%" height="14" className={cx('num block overflow-visible text-[11px]', className)}>
      {ticks.map((tick, index) => {
        const x = `${((tick / bars) * 100).toFixed(2)}%`
        const reached = tick / bars <= progress
        return (
          <g key={tick}>
            <line x1={x} x2={x} y2="14" className={reached ? 'stroke-edge' : 'stroke-rail'} />
            {index % namedWide === 0 && bars - tick >= 1 && (
              <text
                x={x}
                dx="7"
                y="9"
                className={cx(reached ? 'fill-ink' : 'fill-dim', index % namedNarrow !== 0 && 'max-md:hidden')}
              >
                {tick === 0 ? 'bar 1' : tick + 1}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
