import { CircleAlert } from 'lucide'
import { useAction } from '#web/api/use-action.ts'
import type { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { focusFirstFault } from '#web/ui/focus-first-fault.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { BeatDraft } from './beat-draft.ts'
import { fieldNames, type BeatValues } from './beat-values.ts'
import { keepDraft } from './keep-draft.ts'
import { OWN_READS } from './own-actions.ts'

type Props = {
  form: ReturnType<typeof useForm<BeatValues, void>>
  formId: string
  draft: BeatDraft
  close: () => void
}

/** The faults of the form, each leading to its field, and the buttons. */
export function BeatFooter({ form, formId, draft, close }: Props) {
  const isSending = draft(({ stage }) => stage !== 'open')
  const keeping = useAction({
    send: (values: BeatValues) => keepDraft(draft, values),
    success: 'Kept as a draft.',
    failure: 'The draft could not be kept.',
    refresh: [...OWN_READS, 'GET /me/room'],
  })
  const keep = async () => {
    if ((await keeping.run(form.values())).done) close()
  }
  return (
    <>
      <div className="mr-auto min-w-0 text-[14px] max-md:basis-full">
        <Faults form={form} formId={formId} />
      </div>
      <Button look="ghost" loading={keeping.pending} onClick={() => void keep()} className="max-md:flex-1">
        Keep as draft
      </Button>
      <Button
        look="paper"
        type="submit"
        form={formId}
        {...(isSending && { 'aria-disabled': true, 'aria-busy': true, onClick: (event) => event.preventDefault() })}
        className="max-md:flex-1"
      >
        {isSending ? 'Uploading…' : 'Upload Beat'}
      </Button>
    </>
  )
}

function Faults({ form, formId }: Pick<Props, 'form' | 'formId'>) {
  const names = (Object.keys(fieldNames) as (keyof BeatValues)[]).filter((name) => form.errors[name])
  if (names.length === 0 && form.failure)
    return (
      <p role="alert" className="text-bad">
        {form.failure}
      </p>
    )
  if (names.length === 0) return <p className="text-soft">An admin listens before it goes on sale.</p>
  const goTo = (name: string) => {
    const element = document.getElementById(formId)
    if (element instanceof HTMLFormElement) focusFirstFault(element, { [name]: true })
  }
  return (
    <p className="flex items-start gap-1.5 text-bad">
      <Icon of={CircleAlert} size={17} className="mt-0.5 flex-none" />
      <span>
        {names.length === 1 ? '1 field needs you: ' : `${names.length} fields need you: `}
        {names.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <button type="button" onClick={() => goTo(name)} className="min-h-6 font-bold underline hover:text-ink">
              {fieldNames[name]}
            </button>
          </span>
        ))}
      </span>
    </p>
  )
}
