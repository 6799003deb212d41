import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ReadRoute } from '#contract/caller.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = {
  item: { slug: string; title: string }
  send: (reason: string) => Promise<unknown>
  /** Reads that a take-down changes besides those that show the item. */
  refresh?: readonly ReadRoute[]
}

const FORM = 'take-down'

/** Takes an item out of the shop. Its seller reads the reason. */
export function TakeDownDialog({ item: { slug, title }, send, refresh = [] }: Props) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const takeDown = useAction({ send, success: `“${title}” is taken down.`, failure: 'Couldn’t take it down.', refresh })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim()) return
    const { done } = await takeDown.run(reason.trim())
    if (!done) return
    askForItem(queries, slug)
    setOpen(false)
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

/** Asks anew for all that shows the item: its page, and every list. */
const askForItem = (queries: QueryClient, slug: string) =>
  void queries.invalidateQueries({
    predicate: ({ state }) => JSON.stringify(state.data ?? null).includes(`"slug":"${slug}"`),
  })
