import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibrarySubscription } from '#contract/billing.ts'
import { BILLING_CYCLES, CYCLES, PAID_PLANS, PLAN_NAMES, PLANS, type BillingCycle, type Plan } from '#contract/plans.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Check, CircleAlert, Minus } from '#web/ui/icons.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { PayAnotherWay } from './pay-another-way.tsx'
import { PlanAction, type Choice } from './plan-action.tsx'
import { PlanWork } from './plan-work.tsx'
import { PLAN_ROWS, priceOf, savingOf, type Cell } from './plan-rows.ts'
import { presentOf, useSubscriptionActions, useSubscriptions } from './use-subscriptions.ts'

export function Component() {
  const me = useQuery(apiQuery(call, 'GET /me', undefined))
  const subscriptions = useSubscriptions()
  const all = [me, subscriptions]
  if (all.some(({ isError, data }) => isError && !data))
    return <Failed again={() => Promise.all(all.map(({ refetch }) => refetch()))}>Couldn’t load your plan.</Failed>
  if (!me.data || !subscriptions.data)
    return (
      <div role="status" aria-busy aria-label="Loading your plan">
        <TextSkeleton lines={8} className="max-w-150" />
      </div>
    )
  const own = me.data.subscription.planId
  return <PlanChoice own={own} present={presentOf(subscriptions.data)} />
}

const cyclesByName = new Map<string, BillingCycle>(BILLING_CYCLES.map((cycle) => [cycle, cycle]))
const mostSaved = Math.max(...PAID_PLANS.map((plan) => savingOf(plan).percent))

/** The cycle stands in the address, so that a shared or reloaded page shows the same prices. */
function useCycle() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const cycle = cyclesByName.get(new URLSearchParams(search).get('billing') ?? '') ?? 'monthly'
  const choose = (next: BillingCycle) =>
    void navigate(paths.account('plans', next === 'monthly' ? {} : { billing: next }), {
      replace: true,
      preventScrollReset: true,
    })
  return [cycle, choose] as const
}

function PlanChoice({ own, present }: Omit<Choice, 'cycle'>) {
  const [cycle, choose] = useCycle()
  const choice = { own, present, cycle }
  return (
    <section aria-labelledby="plans">
      <div className="mb-6.5 grid items-end gap-4 md:flex md:justify-between">
        <div>
          <h2 id="plans" className="disp text-[42px] md:text-[46px]">
            Plans
          </h2>
          <p className="mt-2 text-soft">0% commission on every plan. Upgrade or downgrade at any time.</p>
        </div>
        <Segmented
          label="Billing"
          value={cycle}
          onChange={choose}
          choices={BILLING_CYCLES.map((value) => ({
            value,
            label: (
              <>
                {CYCLES[value].name}
                {value === 'yearly' && <span className="text-[12px] font-bold">save up to {mostSaved}%</span>}
              </>
            ),
          }))}
        />
      </div>
      {present && <PresentNote present={present} />}
      <WideTable choice={choice} />
      <NarrowTable choice={choice} />
      <p className="mt-5 max-w-[80ch] text-[13px] text-dim">
        Prices in USD, tax is 0. A plan renews by itself. It ends when you say so, at the end of what you paid for;
        until then it can be resumed. From Growth to Pro, unused days come off the first charge.
      </p>
      <PlanWork />
    </section>
  )
}

/** What needs the attention of somebody who has a plan. */
function PresentNote({ present }: { present: LibrarySubscription }) {
  const { resume, isResuming } = useSubscriptionActions()
  const { id, planName, status, isOverdue, failure } = present
  if (status !== 'paused' && !isOverdue) return null
  return (
    <div role="status" className="mb-8 flex flex-wrap items-center gap-4 rounded-sm border border-warn/60 bg-curb p-4">
      <Icon of={CircleAlert} size={20} className="flex-none text-warn" />
      <p className="min-w-0 flex-1 basis-60">
        <b>{status === 'paused' ? `Your ${planName} plan is paused.` : 'The last renewal failed.'}</b>{' '}
        {status === 'paused'
          ? 'What you have on sale stays on sale. Resume it to be charged at once and to begin a new period, or choose a plan below to pay in another way.'
          : 'You keep your plan for five days while we try again. Another card or PayPal pays for it at once.'}
        {failure && <span className="block text-soft">The payment provider says: {failure}</span>}
      </p>
      {status === 'paused' && (
        <Button loading={isResuming} onClick={() => void resume(id)}>
          Resume
        </Button>
      )}
      {isOverdue && <PayAnotherWay subscription={present} />}
    </div>
  )
}

const isRecommended = (plan: Plan, { own, present }: Choice) => plan === 'growth' && own === 'free' && !present

const Mark = ({ plan, choice }: { plan: Plan; choice: Choice }) => {
  const mark = 'inline-flex h-5 items-center rounded-xs px-2 text-[11px] font-extrabold whitespace-nowrap'
  if (plan === choice.own) return <span className={cx(mark, 'bg-step text-ink')}>Your plan</span>
  return isRecommended(plan, choice) ? <span className={cx(mark, 'bg-ink text-night')}>Recommended</span> : null
}

const Name = ({ plan }: { plan: Plan }) => (
  <span className="disp flex items-center gap-2 text-[30px]">
    {PLANS[plan].name}
    {plan !== 'free' && <PlanSeal plan={plan} className="size-5" />}
  </span>
)

function Per({ plan, cycle }: { plan: Plan; cycle: BillingCycle }) {
  if (plan === 'free') return 'for good'
  if (cycle === 'monthly') return CYCLES[cycle].per
  const { before, saved } = savingOf(plan)
  return (
    <>
      {CYCLES[cycle].per}, <s className="text-dim">{before}</s> saves {saved}
    </>
  )
}

function CellText({ plan, cell: { text, mark, isLater } }: { plan: Plan; cell: Cell }) {
  return (
    <span className={cx('inline-flex items-center gap-2 align-middle', (mark === 'no' || isLater) && 'text-soft')}>
      {mark === 'yes' && <Icon of={Check} size={17} />}
      {mark === 'no' && <Icon of={Minus} size={17} />}
      {mark === 'seal' && plan !== 'free' && <PlanSeal plan={plan} />}
      {text}
    </span>
  )
}

/** The column that stands out: the recommended plan, or the paid plan that one has. */
const isRaised = (plan: Plan, choice: Choice) =>
  isRecommended(plan, choice) || (plan === choice.own && choice.own !== 'free')

const WideTable = ({ choice }: { choice: Choice }) => (
  <table className="w-full table-fixed border-separate [border-spacing:0] max-md:hidden">
    <caption className="sr-only">What each plan brings</caption>
    <thead>
      <tr>
        <th scope="col" className="w-[22%]">
          <span className="sr-only">What it is</span>
        </th>
        {PLAN_NAMES.map((plan) => (
          <th
            key={plan}
            scope="col"
            className={cx(
              'relative border-t px-5 pt-5.5 pb-5 text-left align-top font-normal',
              isRaised(plan, choice) ? 'rounded-t-md border-x border-ink bg-wall' : 'border-transparent',
            )}
          >
            <span className="absolute -top-2.5 left-5">
              <Mark plan={plan} choice={choice} />
            </span>
            <Name plan={plan} />
            <span className="disp num mt-5 block text-[60px] leading-none">{priceOf(plan, choice.cycle)}</span>
            <span className="num mt-2 block text-[13px] text-soft">
              <Per plan={plan} cycle={choice.cycle} />
            </span>
            <div className="mt-4.5 grid gap-2">
              <PlanAction plan={plan} choice={choice} isFirst={isRaised(plan, choice)} />
            </div>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {PLAN_ROWS.map(({ name, cell }, row) => (
        <tr key={name}>
          <th scope="row" className="h-11 border-t border-rail/60 py-2 pr-3 text-left font-normal text-soft">
            {name}
          </th>
          {PLAN_NAMES.map((plan) => (
            <td
              key={plan}
              className={cx(
                'border-t border-rail/60 px-5 py-2',
                isRaised(plan, choice) && 'border-x border-x-ink bg-wall font-semibold',
                isRaised(plan, choice) && row === PLAN_ROWS.length - 1 && 'rounded-b-md border-b border-b-ink',
              )}
            >
              <CellText plan={plan} cell={cell(plan)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A phone shows one plan at a time; it opens on the plan that stands out. */
function NarrowTable({ choice }: { choice: Choice }) {
  const [plan, setPlan] = useState<Plan>(choice.own === 'free' ? 'growth' : choice.own)
  return (
    <div className="md:hidden">
      <Segmented
        label="Plan"
        value={plan}
        onChange={setPlan}
        choices={PLAN_NAMES.map((value) => ({ value, label: PLANS[value].name }))}
      />
      <div className="mt-3 rounded-md border border-ink bg-wall p-4">
        <p className="flex items-center justify-between gap-3">
          <Name plan={plan} />
          <Mark plan={plan} choice={choice} />
        </p>
        <p className="num mt-4 mb-3 flex items-end gap-3">
          <span className="disp text-[60px] leading-none">{priceOf(plan, choice.cycle)}</span>
          <span className="text-[13px] text-soft">
            <Per plan={plan} cycle={choice.cycle} />
          </span>
        </p>
        <dl className="text-[14px]">
          {PLAN_ROWS.map(({ name, cell }) => (
            <div key={name} className="flex min-h-11 items-center justify-between gap-4 border-t border-rail/60 py-2">
              <dt className="text-soft">{name}</dt>
              <dd className="text-right font-semibold">
                <CellText plan={plan} cell={cell(plan)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="sticky bottom-(--bars) z-5 -mx-4 mt-4 grid gap-1.5 border-t border-rail/60 bg-night px-4 py-3">
        <PlanAction key={plan} plan={plan} choice={choice} isFirst />
      </div>
    </div>
  )
}
