import { useState, type FormEvent } from 'react'
import type { ReadRoute } from '#contract/caller.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = {
  title: string
  send: (reason: string) => Promise<unknown>
  /** Lists that show the item. */
  refresh?: readonly ReadRoute[]
}

const FORM = 'take-down'

/** Takes an item out of the shop. Its seller reads the reason. */
export function TakeDownDialog({ title, send, refresh = [] }: Props) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const takeDown = useAction({ send, success: `“${title}” is taken down.`, failure: 'Couldn’t take it down.', refresh })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim()) return
    const { done } = await takeDown.run(reason.trim())
    if (done) setOpen(false)
  }
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(false)}
      hasUnsaved={() => reason !== ''}
      title={`Take down “${title}”?`}
      description="It leaves the shop at once. Its buyers keep their files. The seller reads the reason."
      footer={
        <>
          <CloseButton />
          <Button
            type="submit"
            form={FORM}
            disabled={!reason.trim()}
            loading={takeDown.pending}
            className="border-bad text-bad"
          >
            Take down
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)}>
        <ReasonField value={reason} onChange={setReason} />
      </form>
    </FormDialog>
  )
}
