import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SPAN_WORDS, type Span } from '#contract/house-figures.ts'
import type { HouseStyle } from '#contract/overview.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { Failed } from '#web/ui/failed.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** The sales of each style, with a bar in its color. Styles without a sale stay, so that a gap is seen. */
export function SoldStyles({ span }: { span: Span }) {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /admin/overview/styles', { query: { days: span } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const most = Math.max(1, ...(data?.styles ?? []).map(({ sold }) => sold))
  return (
    <section aria-labelledby="sold-styles">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="sold-styles" className="text-xl font-bold">
          Where the sound is from
        </h2>
        <p className="text-[13px] text-dim">{SPAN_WORDS[span]}</p>
      </div>
      {isError && <Failed again={refetch}>Where the sound is from: not loaded.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading: styles">
          <TextSkeleton lines={8} />
        </div>
      )}
      {data && (
        <ol aria-labelledby="sold-styles" className="grid gap-2.5">
          {data.styles.map((style) => (
            <Row key={style.slug} style={style} part={style.sold / most} />
          ))}
        </ol>
      )}
    </section>
  )
}

const Row = ({ style: { name, code, line, sold }, part }: { style: HouseStyle; part: number }) => (
  <li data-line={line} className="grid grid-cols-[3rem_1fr_auto] items-center gap-2">
    <span aria-hidden>
      <LineCode line={line}>{code}</LineCode>
    </span>
    <span className="sr-only">{name}: </span>
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2.5 w-full rounded-xs">
      <rect width={part * 100} height={1} className="fill-(--l) forced-colors:fill-[CanvasText]" />
    </svg>
    <b className={sold === 0 ? 'num font-medium text-dim' : 'num'}>{price(sold)}</b>
  </li>
)
