import { useState, type FormEvent } from 'react'
import { REPORT_MOST } from '#contract/text.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

type Thing = { place: 'comments' | 'items' | 'users' | 'messages'; id: number; label: string }
export type Reported = {
  title: string
  /** The words of a comment or a message. */
  quote?: string
  /** The things that can be reported. The person chooses one of several. */
  things: readonly [Thing, ...Thing[]]
}

const FORM = 'report'

const send = ({ place, id }: Thing, reason: string) =>
  call(`POST /${place}/:id/report` as 'POST /comments/:id/report', { params: { id }, body: { reason } })

/** Words that were typed and not sent, by writer and thing: closing the dialog loses none. */
const unsent = new Map<string, string>()

/** Sends a report to the admins. Nobody else learns of it. */
export function ReportDialog({ title, quote, things }: Reported) {
  const [open, setOpen] = useState(true)
  const [chosen, setChosen] = useState(things[0])
  const writer = useSession(({ auth }) => auth?.userId)
  const key = `${writer} ${things[0].place} ${things[0].id}`
  const [reason, setReason] = useState(unsent.get(key) ?? '')
  const report = useAction({
    send: () => send(chosen, reason),
    success: 'Reported. Thank you.',
    failure: `Couldn't report the ${chosen.label}.`,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { done } = await report.run(undefined)
    if (!done) return
    unsent.delete(key)
    setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description="People who run this shop will look at it. Nobody is told who reported it."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={FORM} look="paper" loading={report.pending}>
            Report
          </Button>
        </>
      }
    >
      {quote !== undefined && (
        <blockquote className="mb-5 line-clamp-4 border-l-3 border-rail pl-3 text-soft wrap-anywhere">
          {quote}
        </blockquote>
      )}
      <form id={FORM} onSubmit={(event) => void submit(event)} className="grid gap-5">
        {things.length > 1 && (
          <RadioCards label="What do you report?" className="@sm:grid-cols-2">
            {things.map((thing) => (
              <RadioCard
                key={thing.place}
                name="thing"
                title={thing.label}
                checked={thing === chosen}
                onChange={() => setChosen(thing)}
              />
            ))}
          </RadioCards>
        )}
        <Field label="What is wrong with it?" optional>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={REPORT_MOST}
              onChange={({ target }) => {
                unsent.set(key, target.value)
                setReason(target.value)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
