import { useLayoutEffect, useRef, useState } from 'react'
import { exactly } from '#web/items/format.ts'
import { shortDay } from '#web/ui/short-day.ts'
import { cx } from '#web/ui/cx.ts'
import { isNamed, paceEndOf, ticksOf, type Bar } from './chart.ts'

const HEIGHT = 320
const BASE = HEIGHT - 34
const TOP = 44
const LEFT = 38
/** Room for the last figure, beside the end of the pace. */
const RIGHT = 52
/** A day's name and the gap after it. */
const NAME = 62
/** With an edge, so that it can be read across a bar or a line. */
const FIGURE = 'fill-ink stroke-curb stroke-4 font-bold [paint-order:stroke]'

type Props = {
  bars: readonly Bar[]
  guaranteed: number
  delivered: number
  /** The day on which the pace reaches the guarantee. */
  planned: number
  label: string
}

/**
 * Bars are days, the line is their sum, the dashed line the pace. Sum and days have scales of their own, so the ends of
 * the lines bear their figures. The table below says the same.
 */
export function DeliveryChart({ bars, guaranteed, delivered, planned, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={box} className="mt-2 h-80">
      {width > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here from figures
        <svg role="img" aria-label={label} width={width} height={HEIGHT} className="num block text-[13px]">
          <Drawing width={width} {...{ bars, guaranteed, delivered, planned }} />
        </svg>
      )}
    </div>
  )
}

function Drawing({ bars, guaranteed, delivered, planned, width }: Omit<Props, 'label'> & { width: number }) {
  const wide = width - LEFT - RIGHT
  const step = wide / bars.length
  const most = Math.max(1, guaranteed / Math.max(1, planned), ...bars.map(({ impressions }) => impressions))
  const ofSum = (sum: number) => BASE - ((BASE - TOP) * sum) / Math.max(guaranteed, delivered, 1)
  const ofDay = (impressions: number) => ((BASE - TOP) / 2) * (impressions / most)
  const end = (nth: number) => LEFT + step * (nth + 1)
  const run = bars.filter(({ state }) => state !== 'to come')
  const sums = [`M${LEFT} ${BASE}`, ...run.map(({ sum }, nth) => `L${end(nth)} ${ofSum(sum)}`)].join('')
  const last = end(run.length - 1)
  const pace = paceEndOf({ guaranteed, planned, shown: bars.length })
  const goal = end(pace.days - 1)
  return (
    <>
      <path d={`M${LEFT} ${BASE}H${width - RIGHT}`} className="stroke-rail" />
      {ticksOf(most).map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${BASE - ofDay(tick)}H${width - RIGHT}`} className="stroke-rail/50" />
          <text x={LEFT - 8} y={BASE - ofDay(tick) + 4} textAnchor="end" className="fill-dim">
            {exactly(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, nth) => (
        <DayBar
          key={bar.day}
          bar={bar}
          x={LEFT + step * nth}
          step={step}
          height={ofDay(bar.impressions)}
          even={ofDay(guaranteed / Math.max(1, planned))}
        >
          {isNamed(nth, bars.length, wide / NAME) ? (bar.state === 'today' ? 'Today' : shortDay(bar.day)) : null}
        </DayBar>
      ))}
      <path
        d={`M${LEFT} ${BASE}L${goal} ${ofSum(pace.sum)}`}
        className="fill-none stroke-dim stroke-2 [stroke-dasharray:6_6]"
      />
      <path d={sums} className="fill-none stroke-night stroke-7" strokeLinejoin="round" />
      <path d={sums} className="fill-none stroke-ink stroke-3" strokeLinejoin="round" />
      <circle cx={last} cy={ofSum(delivered)} r={6} className="fill-ink stroke-curb stroke-3" />
      <text x={last} y={ofSum(delivered) - 16} textAnchor="middle" className={FIGURE}>
        {exactly(delivered)}
      </text>
      {delivered < guaranteed && pace.days === planned && (
        <text x={goal + 6} y={ofSum(guaranteed) + 4} className={FIGURE}>
          {exactly(guaranteed)}
        </text>
      )}
    </>
  )
}

type BarProps = {
  bar: Bar
  x: number
  step: number
  height: number
  /** The height of an even day, for those to come. */
  even: number
  children: string | null
}

function DayBar({ bar: { day, impressions, state }, x, step, height, even, children }: BarProps) {
  const isOpen = state === 'to come'
  const tall = isOpen ? even : height
  return (
    <g>
      <title>{`${shortDay(day)}: ${isOpen ? 'to come' : exactly(impressions)}`}</title>
      <rect
        x={x + step * 0.2}
        y={BASE - tall}
        width={step * 0.6}
        height={tall}
        rx={2}
        className={cx(
          isOpen ? 'fill-none stroke-edge [stroke-dasharray:3_4]' : 'fill-(--l,var(--color-soft))',
          state === 'today' && 'opacity-55',
        )}
      />
      {children && (
        <text
          x={x + step / 2}
          y={BASE + 24}
          textAnchor="middle"
          className={state === 'today' ? 'fill-ink font-bold' : 'fill-dim'}
        >
          {children}
        </text>
      )}
    </g>
  )
}
