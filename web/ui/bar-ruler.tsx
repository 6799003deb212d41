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
  if (!(bars > 0)) return null
  const ticks = Array.from({ length: Math.floor(bars / barsATick) + 1 }, (_, index) => index * barsATick)
  const every = { narrow: stride(ticks.length, 8), medium: stride(ticks.length, 13), wide: stride(ticks.length, 24) }
  return (
    <div aria-hidden className={cx('@container', className)}>
      <svg width="100%" height="14" className="num block overflow-visible text-[11px]">
        {ticks.map((tick, index) => {
          const x = `${((tick / bars) * 100).toFixed(2)}%`
          const reached = progress > 0 && tick / bars <= progress
          return (
            <g key={tick} className={reached ? 'fill-ink stroke-edge' : 'fill-dim stroke-rail'}>
              {/* short, so that the tick passes below its neighbor's number */}
              <line x1={x} x2={x} y1="10" y2="14" />
              {index % every.wide === 0 && (
                <g
                  className={cx(
                    index % every.medium !== 0 && '@max-[60rem]:hidden',
                    index % every.narrow !== 0 && '@max-[30rem]:hidden',
                  )}
                >
                  <line x1={x} x2={x} y2="14" />
                  {bars - tick >= 1 && (
                    <text x={x} dx="7" y="9" stroke="none">
                      {tick === 0 ? 'bar 1' : tick + 1}
                    </text>
                  )}
                </g>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** The distance between numbered ticks, a power of two, so that at most `room` ticks have a number: 1, 17, 33 … */
function stride(ticks: number, room: number) {
  let every = 1
  while (ticks / every > room) every *= 2
  return every
}
