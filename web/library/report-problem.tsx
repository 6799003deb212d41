import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { ANSWER_HOURS, PROBLEM_REASONS, problemLimits, type ProblemReason } from '#contract/problem-values.ts'
import type { LibraryPurchase } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { isUnfinished, problemStates } from '#web/items/problem-words.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Flag } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx'
import { show } from '#web/ui/show.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { useNow } from '#web/ui/use-now.ts'

type Props = { purchase: LibraryPurchase; className?: string }

/** Leads to the problem that was reported with a purchase, or opens the dialog that reports one. */
export function ReportProblem({ purchase, className }: Props) {
  const now = useNow()
  const { problem, reportUntilIso } = purchase
  const canReport = reportUntilIso !== null && now < new Date(reportUntilIso)
  return (
    <>
      {problem && (
        <Link to={paths.problem(problem.id)} className={buttonClass({ look: 'ghost', size: 36 }, className)}>
          <Icon of={Flag} size={17} />
          Your problem: {problemStates[problem.state].toLowerCase()}
        </Link>
      )}
      {canReport && !(problem && isUnfinished(problem.state)) && (
        <Button
          look="ghost"
          size={36}
          onClick={() => show(<ReportDialog purchase={purchase} />)}
          {...(className && { className })}
        >
          <Icon of={Flag} size={17} />
          Problem with this purchase
        </Button>
      )}
    </>
  )
}

const FORM = 'report-problem'
const reasons = Object.entries(PROBLEM_REASONS) as [ProblemReason, string][]

function ReportDialog({ purchase: { purchaseId, title, artist } }: { purchase: LibraryPurchase }) {
  const [open, setOpen] = useState(true)
  const navigate = useNavigate()
  const form = useForm({
    start: { reason: '', text: '' },
    checks: { reason: (reason) => (reason ? undefined : 'Choose what is wrong.'), text: problemLimits.text },
    action: {
      send: ({ reason, text }) =>
        call('POST /purchases/:id/problem', {
          params: { id: purchaseId },
          body: { reason: reason as ProblemReason, text },
        }),
      success: 'The problem is reported.',
      failure: 'Couldn’t report the problem. Try again.',
      refresh: ['GET /library', 'GET /library/:id', 'GET /purchases/order/:orderId', 'GET /me/problems'],
    },
    onDone: ({ id }) => {
      setOpen(false)
      void navigate(paths.problem(id))
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(false)}
      title={`Problem with “${title}”`}
      description={`${artist} has ${ANSWER_HOURS} hours to answer. If no answer comes, or it doesn’t help, we decide.`}
      footer={
        <>
          <CloseButton />
          <Button {...form.submit} form={FORM} look="paper">
            Report the problem
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label="Problem with this purchase" className="grid gap-5">
        <div className="grid gap-2">
          <RadioCards label="What is wrong?">
            {reasons.map(([reason, words]) => (
              <RadioCard key={reason} {...form.input('reason')} value={reason} title={words} />
            ))}
          </RadioCards>
          {form.errors.reason && <Fault role="alert">{form.errors.reason}</Fault>}
        </div>
        <Field label="Tell what happened" hint={`${artist} reads it.`} error={form.errors.text}>
          {(control) => (
            <Textarea {...control} {...form.input('text')} required rows={5} maxLength={problemLimits.text.max[0]} />
          )}
        </Field>
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
      </form>
    </FormDialog>
  )
}
