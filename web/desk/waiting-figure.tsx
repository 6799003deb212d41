import { useQuery } from '@tanstack/react-query'
import type { Waiting } from '#contract/house-figures.ts'
import type { Waits } from '#contract/overview.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Clock } from '#web/ui/icons.ts'
import { useNow } from '#web/ui/use-now.ts'

const NEEDS_YOU = paths.desk('orders', { show: 'needs-you' })
const PLACES: Record<Waiting, { name: string; to: string; late?: string }> = {
  reviews: { name: 'To review', to: paths.desk('review') },
  payouts: { name: 'Payouts to approve', to: paths.desk('payouts') },
  reports: { name: 'Reports', to: paths.desk('reports') },
  problems: { name: 'Problems to decide', to: NEEDS_YOU, late: 'buyers wait' },
  disputes: { name: 'Disputes', to: NEEDS_YOU, late: 'a bank waits' },
  refunds: { name: 'Failed refunds', to: NEEDS_YOU, late: 'tried again' },
  differences: { name: 'Differences', to: paths.desk('orders', { show: 'different' }) },
  worklist: { name: 'Worklist', to: paths.desk('worklist') },
  referrals: { name: 'Referrals to check', to: paths.desk('referrals') },
  appeals: { name: 'Appeals', to: paths.desk('people', { show: 'appeals' }) },
  inbox: { name: 'Support inbox', to: paths.desk('inbox') },
  mails: { name: 'Failed mails', to: paths.desk('mail'), late: 'not sent' },
}

/** One number that links to the waiting things. A zero stays, dim. */
export function WaitingFigure({ what }: { what: Waiting }) {
  const { name, to } = PLACES[what]
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /admin/overview/waiting/:what', { params: { what } }),
    staleTime: 0,
  })
  return (
    <li className="relative grid content-start bg-curb p-4 has-[a:hover]:bg-wall md:min-h-34 md:p-5">
      {isError ? (
        <>
          <p role="alert" className="mb-2 text-sm text-soft">
            {name}: not loaded.
          </p>
          <Button size={36} className="justify-self-start" onClick={() => void refetch()}>
            Try again<span className="sr-only">: {name}</span>
          </Button>
        </>
      ) : (
        <>
          <Link
            to={to}
            className="grid max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 after:absolute after:inset-0"
          >
            <span aria-busy={!data} className={cx('disp num text-[44px]', data?.count === 0 && 'text-dim')}>
              {data ? `${exactly(data.count)}${data.capped ? '+' : ''}` : '…'}
            </span>
            <span className={cx('font-semibold', data?.count === 0 && 'text-dim')}>{name}</span>
          </Link>
          {data && data.count > 0 && <Since what={what} {...data} />}
        </>
      )}
    </li>
  )
}

const HOUR = 60 * 60_000

function Since({ what, oldestAt, late }: { what: Waiting } & Pick<Waits, 'oldestAt' | 'late'>) {
  const now = useNow()
  if (late > 0)
    return (
      <p className="num flex items-center gap-1.5 text-[13px] text-warn">
        <Icon of={Clock} size={14} className="flex-none" />
        {PLACES[what].late ?? `${exactly(late)} late`}
      </p>
    )
  if (!oldestAt) return null
  const hours = Math.floor((now.getTime() - Date.parse(oldestAt)) / HOUR)
  const age = hours < 1 ? 'under an hour' : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
  return <p className="num text-[13px] text-dim">oldest {age}</p>
}
