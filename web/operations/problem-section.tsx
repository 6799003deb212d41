import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { faultOf } from '#contract/limits.ts'
import { PROBLEM_REASONS, problemLimits } from '#contract/problem-values.ts'
import type { Problem } from '#contract/problems.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { useUnsaved } from '#web/forms/unsaved.ts'
import { price } from '#web/items/format.ts'
import { ProblemTalk } from '#web/items/problem-talk.tsx'
import { problemStates } from '#web/items/problem-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { when } from '#web/ui/when.ts'
import { OF_ORDERS } from './order-calls.ts'

/** The problems of an order. One that waits for the operator is decided here. */
export function ProblemsOfOrder({ orderId }: { orderId: number }) {
  const { data, isError, refetch } = useQuery(
    apiQuery(call, 'GET /admin/orders/:id/problems', { params: { id: orderId } }),
  )
  if (isError && !data) return <Failed again={refetch}>Couldn’t load the problems of this order.</Failed>
  return data?.map((problem) => (
    <section
      key={problem.id}
      aria-label={`Problem with ${problem.item.title}`}
      className="rounded-md bg-curb p-4 md:p-5"
    >
      <h3 className="font-bold wrap-anywhere">
        {problem.item.title}: {PROBLEM_REASONS[problem.reason].toLowerCase()}
      </h3>
      <p className="num mt-0.5 mb-4 text-sm text-soft">
        {problemStates[problem.state]}
        {problem.dueAt && ` until ${when(problem.dueAt)}`}
        {problem.refunded > 0 && `, ${price(problem.refunded)}`}
      </p>
      <ProblemTalk problem={problem} />
      {problem.state === 'escalated' && <Decide problem={problem} />}
    </section>
  ))
}

function Decide({ problem: { id, refundable, buyer, seller } }: { problem: Problem }) {
  const [start] = useState(refundable > 0 ? '' : '0') // nothing is chosen for the operator
  const [amount, setAmount] = useState(start)
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<{ amount?: string | undefined; reason?: string | undefined }>({})
  const decide = useAction({
    send: (dollars: number) =>
      call('POST /admin/problems/:id/decide', { params: { id }, body: { amount: dollars, reason: reason.trim() } }),
    success: 'It is decided. Both were told.',
    failure: 'Couldn’t decide it. Try again.',
    refresh: OF_ORDERS,
  })
  const element = useUnsaved<HTMLFormElement>(() => !decide.pending && (reason !== '' || amount !== start))
  const dollars = Number(amount)
  const isPossible = amount !== '' && dollars >= 0 && dollars <= refundable
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      amount: isPossible ? undefined : `Give $0 to ${price(refundable)}.`,
      reason: faultOf(problemLimits.decision, reason),
    }
    setFaults(wrong)
    if (wrong.amount ?? wrong.reason ?? decide.pending) return
    const outcome = await decide.run(dollars)
    if (!outcome.done) setFaults(outcome.fields)
  }
  return (
    <form
      ref={element}
      aria-label="Decide"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-5 grid gap-4 border-t border-rail/60 pt-4"
    >
      {refundable > 0 && (
        <Field label={`Refund, up to ${price(refundable)}`} hint="$0 declines it." error={faults.amount}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={refundable}
              step={0.01}
              inputMode="decimal"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              className="w-40"
            />
          )}
        </Field>
      )}
      <Field label="Reason" hint="Buyer and seller read it." error={faults.reason}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={problemLimits.decision.max[0]}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {isPossible && (
        <p className="num text-sm text-soft">
          {dollars > 0
            ? `The earnings of ${seller.name}’s sale fall by ${price(dollars)}. ${dollars === refundable ? `${buyer.name} loses the item and its license.` : `${buyer.name} keeps the item.`}`
            : 'The sale stands. Nobody loses anything.'}
        </p>
      )}
      <Button type="submit" look="paper" loading={decide.pending} className="justify-self-start">
        {!isPossible ? 'Decide' : dollars > 0 ? `Refund ${price(dollars)}` : 'Decline'}
      </Button>
    </form>
  )
}
