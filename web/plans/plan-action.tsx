import { useQuery } from '@tanstack/react-query'
import type { LibrarySubscription } from '#contract/billing.ts'
import { CYCLES, PLAN_NAMES, PLANS, type BillingCycle, type PaidPlan, type Plan } from '#contract/plans.ts'
import { call } from '#web/api/call.ts'
import { subscribe } from '#web/cart/cart.tsx'
import { subscriptionLine } from '#web/cart/service-lines.ts'
import { day, price } from '#web/items/format.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Check } from '#web/ui/icons.ts'
import { localDay } from '#web/ui/local-day.ts'
import { usePlanGrants, useSubscriptionActions } from './use-subscriptions.ts'

export type Choice = {
  own: Plan
  present: LibrarySubscription | null
  cycle: BillingCycle
}
type Props = { plan: Plan; choice: Choice; isFirst: boolean }

const rankOf = (plan: Plan) => PLAN_NAMES.indexOf(plan)

/** The button of a plan chooses, cancels or resumes it, or a note says why not. A given plan tells its end. */
export function PlanAction(props: Props) {
  const { plan, choice } = props
  return (
    <>
      <Act {...props} />
      {isGiven(plan, choice) && <Given plan={plan} />}
    </>
  )
}

/** The plan counts without being paid for. */
const isGiven = (plan: Plan, { own, present }: Choice) =>
  plan !== 'free' && plan === own && (present?.plan !== plan || present.status === 'paused')

/** A plan without a grant has no end, as in the demo. */
function Given({ plan }: { plan: Plan }) {
  const { data, isError, refetch } = usePlanGrants()
  if (isError && !data) return <Failed again={refetch}>Given to you. Couldn’t load until when.</Failed>
  if (!data) return <Note>Given to you</Note>
  const grant = data.find((one) => one.plan === plan)
  return <Note>{grant ? `Given to you until ${day(grant.lastDay)}` : 'Given to you, without an end'}</Note>
}

function Act({ plan, choice, isFirst }: Props) {
  const { own, present, cycle } = choice
  if (plan === 'free')
    return own === 'free' && !present ? <Now>What you have now</Now> : <Note>What you have when no plan runs</Note>
  if (!present || present.status === 'paused') {
    if (own === plan) return <Now>What you have now</Now>
    return <Choose plan={plan} own={own} cycle={cycle} isFirst={isFirst} present={null} />
  }
  const { isOverdue } = present // its time is over, so any plan may begin
  if (present.plan === plan && (present.billingCycle === cycle || (cycle === 'monthly' && !isOverdue)))
    return <Present present={present} />
  if (rankOf(plan) < rankOf(present.plan) && !isOverdue) return <Lower plan={plan} present={present} />
  return <Choose plan={plan} own={own} cycle={cycle} isFirst={isFirst} present={present} />
}

const Now = ({ children }: { children: string }) => (
  <span className="flex h-11 items-center gap-2 text-[14px] font-semibold text-soft">
    <Icon of={Check} size={16} />
    {children}
  </span>
)

const Note = ({ children }: { children: string }) => <span className="block text-[13px] text-soft">{children}</span>

function Present({ present }: { present: LibrarySubscription }) {
  const { id, status, canResume, isOverdue, currentPeriodEnd, billingCycle, planName } = present
  const { cancel, resume, isCanceling, isResuming } = useSubscriptionActions()
  const end = currentPeriodEnd ? localDay(currentPeriodEnd) : ''
  if (status === 'canceled')
    return (
      <>
        {canResume && (
          <Button loading={isResuming} onClick={() => void resume(id)}>
            Resume
          </Button>
        )}
        <Note>{`Ends ${end}`}</Note>
      </>
    )
  return (
    <>
      <Button loading={isCanceling} onClick={() => void cancel(present)} aria-label={`Cancel ${planName}`}>
        Cancel
      </Button>
      <Note>{isOverdue ? 'Its renewal is tried again' : `${CYCLES[billingCycle].name}, renews ${end}`}</Note>
    </>
  )
}

/** A lower plan begins when the present one has ended. */
function Lower({ plan, present }: { plan: PaidPlan; present: LibrarySubscription }) {
  const { status, planName, currentPeriodEnd } = present
  const { cancel, isCanceling } = useSubscriptionActions()
  if (status === 'canceled')
    return (
      <Note>
        {`Your ${planName} plan runs until ${currentPeriodEnd ? localDay(currentPeriodEnd) : 'its end'}. You can choose ${PLANS[plan].name} then.`}
      </Note>
    )
  return (
    <>
      <Button loading={isCanceling} onClick={() => void cancel(present)}>
        Cancel the current subscription first
      </Button>
      <Note>You keep it until the end of what you paid for.</Note>
    </>
  )
}

type ChooseProps = {
  plan: PaidPlan
  own: Plan
  cycle: BillingCycle
  isFirst: boolean
  present: LibrarySubscription | null
}

/** Opens the checkout. What an upgrade costs today is the server's answer. */
function Choose({ plan, own, cycle, isFirst, present }: ChooseProps) {
  const navigate = useNavigate()
  const items = [{ type: 'subscription', planId: plan, billingCycle: cycle } as const]
  const { data } = useQuery({
    queryKey: ['POST /checkout/preview', items, present?.id],
    queryFn: () => call('POST /checkout/preview', { body: { items } }),
    enabled: present !== null,
  })
  const line = data?.lines[0]
  if (line?.state === 'owned')
    return <Note>{`What is left of your ${present!.planName} plan is worth more. Choose Yearly, or wait.`}</Note>
  const { name, price: prices } = PLANS[plan]
  const verb = rankOf(plan) < rankOf(own) ? 'Choose' : 'Upgrade to' // a plan that the house has given may be higher
  const unused = line?.adjustments.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return (
    <>
      <Button look={isFirst ? 'paper' : 'rail'} onClick={() => subscribe(subscriptionLine(plan, cycle), navigate)}>
        {present?.plan === plan ? `Switch to ${cycle}` : `${verb} ${name}`}
      </Button>
      {line && unused > 0 && (
        <Note>{`${price(line.total)} today: ${price(unused)} is left of your ${present!.planName} plan`}</Note>
      )}
      {(!present || present.isOverdue) && (
        <span className="num block text-[13px] text-soft md:hidden">
          {`${price(prices[cycle] / 100)} today, then every ${CYCLES[cycle].every}`}
        </span>
      )}
    </>
  )
}
