import { useQuery } from '@tanstack/react-query'
import { REST_HOURS } from '#contract/payout-values.ts'
import type { PayoutSummary } from '#contract/payouts.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { StoppedNote } from '#web/house/stopped-note.tsx'
import { price } from '#web/items/format.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Note } from '#web/ui/note.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { ClearingNext } from './clearing-next.tsx'
import { hour, weekday } from './days.ts'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { MoneyWay } from './money-way.tsx'
import { PayPalPanel } from './paypal-panel.tsx'
import { PAYOUT_NEWS, PAYOUT_READS } from './reads.ts'
import { SameDay } from './same-day.tsx'
import { Statements } from './statements.tsx'

/** Where a seller's money is, and where it goes. */
export function Component() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/payouts/summary', undefined))
  useNewsOf(PAYOUT_NEWS, PAYOUT_READS)
  if (data) return <Payouts summary={data} />
  if (isError) return <Failed again={refetch}>Couldn’t load your payouts.</Failed>
  return (
    <div role="status" aria-busy aria-label="Loading your payouts">
      <TextSkeleton lines={8} className="max-w-150" />
    </div>
  )
}

const COLUMNS = 'grid items-start gap-7 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-14'

function Payouts({ summary }: { summary: PayoutSummary }) {
  const { isPaypalLinked, legalName, country, restsUntil, paidOut } = summary
  return (
    <div className="grid gap-11">
      <StoppedNote what="payouts" />
      <div className={COLUMNS}>
        <section aria-label="Where your money is">
          <MoneyWay summary={summary} />
          <ClearingNext sales={summary.clearing} />
        </section>
        <SameDay summary={summary} />
      </div>
      <div className={COLUMNS}>
        <div className="grid gap-11 max-lg:order-2">
          <History />
          <Statements />
        </div>
        <aside aria-label="PayPal and rules" className="grid gap-5">
          <PayPalPanel summary={summary} />
          {(isPaypalLinked || country !== null) && <Details legalName={legalName} country={country} />}
          {restsUntil ? (
            <Note tone="warn">
              Your email, password or PayPal address has changed, so payouts rest until{' '}
              <b className="text-ink">
                {weekday(restsUntil)}, {hour(restsUntil)} UTC
              </b>
              .
            </Note>
          ) : (
            <Note>
              After a change of email, password or PayPal address, payouts rest for{' '}
              <b className="text-ink">{REST_HOURS} hours</b>. You get a mail each time.
            </Note>
          )}
          <dl className="text-[15px]">
            <Fact label="Paid out in all" value={price(paidOut)} />
            <Fact label="Commission taken" value={price(0)} />
          </dl>
        </aside>
      </div>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
    <dt className="text-soft">{label}</dt>
    <dd className="num font-semibold">{value}</dd>
  </div>
)
