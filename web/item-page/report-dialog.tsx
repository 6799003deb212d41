import { useState, type FormEvent } from 'react'
import type { Comment } from '#contract/social.ts'
import { REPORT_MOST } from '#contract/text.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const FORM = 'report-comment'

/** Words that were typed and not sent, by the comment: closing the dialog loses none. */
const unsent = new Map<number, string>()

/** Sends a report to the admins. Nobody else learns of it. */
export function ReportDialog({ comment }: { comment: Comment }) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState(unsent.get(comment.id) ?? '')
  const report = useAction({
    send: () => call('POST /comments/:id/report', { params: { id: comment.id }, body: { reason } }),
    success: 'Reported. Thank you.',
    failure: "Couldn't report the comment.",
  })

  async function send(event: FormEvent) {
    event.preventDefault()
    const { done } = await report.run(undefined)
    if (!done) return
    unsent.delete(comment.id)
    setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Report comment"
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
      <blockquote className="mb-5 line-clamp-4 border-l-3 border-rail pl-3 text-soft wrap-anywhere">
        {comment.text}
      </blockquote>
      <form id={FORM} onSubmit={(event) => void send(event)}>
        <Field label="What is wrong with it?" optional>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={REPORT_MOST}
              onChange={({ target }) => {
                unsent.set(comment.id, target.value)
                setReason(target.value)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
