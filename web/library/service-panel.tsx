import type { LibrarySubscription } from '#contract/billing.ts'
import { CYCLES } from '#contract/plans.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { PayAnotherWay } from '#web/plans/pay-another-way.tsx'
import { presentOf, useSubscriptionActions, useSubscriptions } from '#web/plans/use-subscriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { daysLeft } from '#web/ui/days-left.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { localDay } from '#web/ui/local-day.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Facts } from './facts.tsx'
import { stateOf } from './service-words.ts'

type Props = { service: LibrarySubscription; back: string }

/** The chosen subscription, to cancel or to renew. */
export function ServicePanel({ service, back }: Props) {
  const { id, plan, planName, billingCycle, startedAt, endedAt, currentPeriodEnd, failure, paidWith } = service
  const isPaused = service.status === 'paused'
  const next = nextWord(service)
  const now = useNow()
  const isLeft = currentPeriodEnd !== null && endedAt === null && !isPaused && !service.isOverdue
  const facts: [string, string | null][] = [
    ['Status', stateOf(service)],
    ['Plan', planName],
    ['Billing', `${price(service.price)} ${CYCLES[billingCycle].per}`],
    ['Paid with', paidWith],
    ['Started', localDay(startedAt)],
    [next, endedAt === null && currentPeriodEnd ? localDay(currentPeriodEnd) : null],
    ['Ended', endedAt && localDay(endedAt)],
    ['Days left', isLeft ? String(daysLeft(currentPeriodEnd, now)) : null],
  ]
  return (
    <>
      <Link to={back} className={buttonClass({ look: 'ghost' }, 'mb-2 -ml-2.5 md:hidden')}>
        <Icon of={ArrowLeft} size={17} />
        Library
      </Link>
      <p className="text-soft">Subscription</p>
      <h2 tabIndex={-1} className="disp mt-1 flex items-center gap-3 text-[44px] outline-none">
        {planName}
        <PlanSeal plan={plan} className="size-7" />
      </h2>
      {failure && endedAt === null && (
        <p role="status" className="mt-3 text-warn">
          {failure}
        </p>
      )}
      <Facts facts={facts} />
      <div className="mt-5 grid gap-2.5">
        <ServiceActions id={id} service={service} />
        <Link to={paths.account('plans')} className={buttonClass({ look: 'ghost' })}>
          Compare plans
        </Link>
      </div>
    </>
  )
}

/** Names the end of the paid period. */
function nextWord({ status, isOverdue, canResume }: LibrarySubscription) {
  if (status === 'paused') return 'Was paid until'
  if (isOverdue) return 'Renewal was due'
  return canResume ? 'Ends' : 'Renews'
}

function ServiceActions({ id, service }: { id: number; service: LibrarySubscription }) {
  const { cancel, resume, isCanceling, isResuming } = useSubscriptionActions()
  const { data: all = [] } = useSubscriptions()
  const { status, isOverdue, canResume } = service
  if (status === 'active')
    return (
      <>
        {isOverdue && <PayAnotherWay subscription={service} />}
        <Button loading={isCanceling} onClick={() => void cancel(service)}>
          Cancel Subscription
        </Button>
      </>
    )
  if (canResume)
    return (
      <>
        <Button look="paper" loading={isResuming} onClick={() => void resume(id)}>
          Renew Subscription
        </Button>
        {status === 'paused' && <PayAnotherWay subscription={service} />}
      </>
    )
  if (presentOf(all)) return null // another plan has taken its place
  return (
    <Link to={paths.account('plans')} className={buttonClass({ look: 'paper' })}>
      Choose a plan
    </Link>
  )
}
