import { NOT_COVERED, problemLimits } from '#contract/problem-values.ts'
import type { Problem } from '#contract/problems.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { price } from '#web/items/format.ts'
import { isUnfinished } from '#web/items/problem-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { show } from '#web/ui/show.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { PROBLEM_READS } from './actions.ts'
import { WordsDialog } from './words-dialog.tsx'

/** The steps that the reader can take now. */
export function Steps({ problem }: { problem: Problem }) {
  if (!isUnfinished(problem.state)) return null
  if (problem.role === 'buyer') return <BuyerSteps problem={problem} />
  return problem.state === 'asked' ? <AnswerForm problem={problem} /> : <RefundButton problem={problem} />
}

function BuyerSteps({ problem: { id, state } }: { problem: Problem }) {
  const params = { id }
  const solve = useAction({
    send: () => call('POST /problems/:id/solve', { params }),
    success: 'Good to hear. The problem is closed.',
    failure: 'That did not work. Try again.',
    refresh: PROBLEM_READS,
  })
  const escalate = () =>
    show(
      <WordsDialog
        title="Ask us to decide"
        description="We read what both of you wrote. You get our decision by mail."
        label="What is still wrong?"
        limits={problemLimits.objection}
        action="Ask us to decide"
        send={(text) => call('POST /problems/:id/escalate', { params, body: { text } })}
        success="It is our turn now."
        failure="That did not work. Try again."
      />,
    )
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        look={state === 'answered' ? 'paper' : 'rail'}
        loading={solve.pending}
        onClick={() => void solve.run(undefined)}
      >
        It is solved
      </Button>
      {state === 'answered' && <Button onClick={escalate}>Ask us to decide</Button>}
    </div>
  )
}

function AnswerForm({ problem }: { problem: Problem }) {
  const { id, buyer } = problem
  const form = useForm({
    start: { text: '' },
    checks: { text: problemLimits.answer },
    action: {
      send: ({ text }) => call('POST /problems/:id/answer', { params: { id }, body: { text } }),
      success: 'Your answer is sent.',
      failure: 'Couldn’t send the answer. Try again.',
      refresh: PROBLEM_READS,
    },
  })
  return (
    <form {...form.props} aria-label="Answer" className="grid gap-4">
      <Field
        label="Your answer"
        hint={`${buyer.name} reads it, and we do if we have to decide.`}
        error={form.errors.text}
      >
        {(control) => (
          <Textarea {...control} {...form.input('text')} required rows={5} maxLength={problemLimits.answer.max[0]} />
        )}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <div className="flex flex-wrap gap-2.5">
        <Button {...form.submit} look="paper">
          Send answer
        </Button>
        <RefundButton problem={problem} />
      </div>
    </form>
  )
}

function RefundButton({ problem: { id, buyer, refundable, item } }: { problem: Problem }) {
  if (refundable === 0) return null
  const refund = () =>
    show(
      <WordsDialog
        title={`Refund ${price(refundable)}?`}
        description={`${buyer.name} gets it back and loses “${item.title}” with its license. Your earnings of this sale are taken back.`}
        label="A word to the buyer"
        limits={problemLimits.decision}
        action={`Refund ${price(refundable)}`}
        send={(reason) => call('POST /problems/:id/refund', { params: { id }, body: { reason } })}
        success={({ state }) => (state === 'refunded' ? 'The refund is on its way.' : NOT_COVERED)}
        failure="Couldn’t refund it. Try again."
      />,
    )
  return <Button onClick={refund}>Refund {price(refundable)}</Button>
}
