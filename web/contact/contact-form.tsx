import '#web/api/zod-without-eval.ts'
import { CircleAlert } from 'lucide'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CONTACT_TOPICS, ContactMessage, MESSAGE_MAX } from '#contract/contact.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { call } from '#web/api/call.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusFirstFault } from '#web/ui/focus-first-fault.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type Form = Record<keyof ContactMessage, string>
type Errors = Partial<Form>

/** `onSent` learns which address the answer will go to. */
export function ContactForm({ onSent }: { onSent: (answerTo: string) => void }) {
  const ownName = useSession((session) => session.auth?.displayName)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const nameInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ownName && nameInput.current?.value === '') nameInput.current.value = ownName
  }, [ownName])

  const mend = ({ target }: FormEvent<HTMLFormElement>) =>
    setErrors(({ [(target as HTMLInputElement).name as keyof Form]: _mended, ...others }) => others)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const { data: body, error } = ContactMessage.safeParse(Object.fromEntries(new FormData(element)))
    const faults: Errors = {}
    for (const { path, message } of error?.issues ?? []) faults[path[0] as keyof Form] ??= message
    setErrors(faults)
    setFailure('')
    if (!body) return focusFirstFault(element, faults)
    setBusy(true)
    const id = toast.loading('Sending…')
    try {
      await call('POST /contact', { body })
      toast.dismiss(id)
      onSent(body.email)
    } catch (error) {
      const sentence = sentenceOf(error, 'Your message could not be sent. Try again.')
      toast.error(sentence, { id })
      setFailure(sentence)
      setBusy(false)
      if (error instanceof ApiFailure) {
        setErrors(error.fields)
        focusFirstFault(element, error.fields)
      }
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={mend}
      className="grid content-start gap-5"
      aria-label="Contact"
      method="post"
    >
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} name="name" ref={nameInput} required autoComplete="name" />}
      </Field>
      <Field label="Email" error={errors.email}>
        {(control) => <Input {...control} name="email" required type="email" autoComplete="email" />}
      </Field>
      <Field label="Topic" error={errors.topic}>
        {(control) => (
          <Select {...control} name="topic" required>
            <option value="">Choose a topic</option>
            {CONTACT_TOPICS.map((topic) => (
              <option key={topic}>{topic}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Message" error={errors.message}>
        {(control) => <Textarea {...control} name="message" required maxLength={MESSAGE_MAX} rows={8} />}
      </Field>
      {/* stays when the toast, which speaks it, has gone */}
      {failure && (
        <p className="flex items-start gap-2 text-bad">
          <Icon of={CircleAlert} size={18} className="mt-0.5 flex-none" />
          {failure}
        </p>
      )}
      <Button
        type="submit"
        look="paper"
        loading={busy}
        disabled={!hydrated}
        className="justify-self-start max-md:justify-self-stretch"
      >
        Send message
      </Button>
    </form>
  )
}
