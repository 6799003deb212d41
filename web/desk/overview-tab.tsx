import { useState } from 'react'
import { FIGURES, SPANS, SPAN_WORDS, WAITING, type Span } from '#contract/house-figures.ts'
import { SpanButtons, TableButton } from '#web/ui/day-chart.tsx'
import { FigureChart } from './figure-chart.tsx'
import { HouseStatus } from './house-status.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { SoldStyles } from './sold-styles.tsx'
import { WaitingFigure } from './waiting-figure.tsx'

/** Things that wait for the operator, and the figures of the house. Each number loads and fails alone. */
export function Component() {
  const [span, setSpan] = useState<Span>('30')
  const [isTable, setIsTable] = useState(false)
  return (
    <div className="grid gap-12">
      <section aria-labelledby="waits">
        <h2 id="waits" className="mb-4 text-xl font-bold">
          What waits
        </h2>
        <ul
          aria-labelledby="waits"
          className="grid grid-cols-2 gap-px overflow-hidden rounded-sm bg-rail/60 md:grid-cols-4 xl:grid-cols-6"
        >
          {WAITING.map((what) => (
            <WaitingFigure key={what} what={what} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="figures">
        <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 id="figures" className="mr-auto text-xl font-bold">
            Over time
          </h2>
          <TableButton isTable={isTable} onPress={() => setIsTable(!isTable)} />
          <SpanButtons spans={SPANS} span={span} onSpan={setSpan} wordOf={(one) => SPAN_WORDS[one]} />
        </div>
        <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
          {FIGURES.map((figure) => (
            <FigureChart key={figure} figure={figure} span={span} isTable={isTable} />
          ))}
        </div>
        <p className="mt-8 text-[13px] text-dim">Days are UTC. Today is counted anew every five minutes.</p>
      </section>
      <div className="grid gap-12 xl:grid-cols-[1fr_20rem]">
        <LatestOrders />
        <div className="grid content-start gap-10">
          <SoldStyles span={span} />
          <HouseStatus />
        </div>
      </div>
    </div>
  )
}
