import { useState, type FormEvent } from 'react'
import type { TextLimits } from '#contract/limits.ts'
import { faultOf } from '#contract/limits.ts'
import type { Problem } from '#contract/problems.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { PROBLEM_READS } from './actions.ts'

type Props = {
  title: string
  description: string
  label: string
  limits: TextLimits
  action: string
  send: (words: string) => Promise<Problem>
  success: string | ((problem: Problem) => string)
  failure: string
}

/** Asks for some words and does a step of a problem with them. */
export function WordsDialog({ title, description, label, limits, action, send, success, failure }: Props) {
  const [open, setOpen] = useState(true)
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string>()
  const step = useAction({ send, success, failure, refresh: PROBLEM_READS })
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = faultOf(limits, words)
    setFault(wrong)
    if (wrong || step.pending) return
    const { done } = await step.run(words.trim())
    if (done) setOpen(false)
  }
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(false)}
      hasUnsaved={() => words.trim() !== ''}
      title={title}
      description={description}
      footer={
        <>
          <CloseButton />
          <Button type="submit" form="words" look="paper" loading={step.pending}>
            {action}
          </Button>
        </>
      }
    >
      <form id="words" onSubmit={(event) => void submit(event)}>
        <Field label={label} error={fault} optional={limits.required === undefined}>
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              maxLength={limits.max[0]}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
      </form>
    </FormDialog>
  )
}
