import { CircleAlert } from '#web/ui/icons.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { focusFirstFault } from '#web/ui/focus-first-fault.ts'
import { Icon } from '#web/ui/icon.tsx'
import { OWN_READS } from './own-actions.ts'

export type Names<Values> = Partial<Record<keyof Values & string, string>>
export type FooterForm<Values> = { errors: Names<Values>; failure: string; values: () => Values }

type Props<Values> = {
  form: FooterForm<Values>
  formId: string
  /** The names of the fields in the list of faults, in the order of the form. */
  names: Names<Values>
  isSending: boolean
  /** The words of the button. */
  action: string
  /** Keeps the words on the server; kits have no drafts there. */
  keep?: (values: Values) => Promise<void>
  close: () => void
}

/** The faults of the form, each leading to its field, and the buttons. A form on its way is no draft any more. */
export function FormFooter<Values>({ form, formId, names, isSending, action, keep, close }: Props<Values>) {
  return (
    <>
      <div className="mr-auto min-w-0 text-[14px] max-md:basis-full">
        <Faults form={form} formId={formId} names={names} />
      </div>
      {keep && !isSending && <Keep send={() => keep(form.values())} close={close} />}
      <Button
        look="paper"
        type="submit"
        form={formId}
        {...(isSending && { 'aria-disabled': true, 'aria-busy': true, onClick: (event) => event.preventDefault() })}
        className="max-md:flex-1"
      >
        {isSending ? 'Uploading…' : action}
      </Button>
    </>
  )
}

function Keep({ send, close }: { send: () => Promise<void>; close: () => void }) {
  const keeping = useAction({
    send,
    success: 'Kept as a draft.',
    failure: 'The draft could not be kept.',
    refresh: OWN_READS,
  })
  const keep = async () => {
    if ((await keeping.run(undefined)).done) close()
  }
  return (
    <Button look="ghost" loading={keeping.pending} onClick={() => void keep()} className="max-md:flex-1">
      Keep as draft
    </Button>
  )
}

function Faults<Values>({ form, formId, names: all }: Pick<Props<Values>, 'form' | 'formId' | 'names'>) {
  const names = (Object.keys(all) as (keyof Values & string)[]).filter((name) => form.errors[name])
  if (form.failure)
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
              {all[name]}
            </button>
          </span>
        ))}
      </span>
    </p>
  )
}
