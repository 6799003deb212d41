import { CircleAlert } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import { CONTACT_TOPICS, contactLimits, emailLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

type Topic = (typeof CONTACT_TOPICS)[number]

/** `onSent` gets the address for the answer, or null if the answer comes as a message. */
export function ContactForm({ onSent }: { onSent: (answerTo: string | null) => void }) {
  const ownName = useSession((session) => session.auth?.displayName)
  const form = useForm({
    start: { name: '', email: '', topic: '', message: '' },
    checks: {
      ...contactLimits,
      email: emailLimits,
      topic: (topic) => (topic ? undefined : 'Choose a topic.'),
    },
    action: {
      send: ({ topic, ...body }) => call('POST /contact', { body: { ...body, topic: topic as Topic } }),
      loading: 'Sending…',
      failure: 'Your message could not be sent. Try again.',
    },
    onDone: ({ inMessages }, { email }) => onSent(inMessages ? null : email.trim()),
  })
  const { fillIn } = form
  useEffect(() => {
    if (ownName) fillIn('name', ownName)
  }, [fillIn, ownName])

  return (
    <form {...form.props} className="grid content-start gap-5" aria-label="Contact">
      <NeedsScript />
      <Field label="Name" error={form.errors.name}>
        {(control) => <Input {...control} {...form.input('name')} required autoComplete="name" />}
      </Field>
      <Field label="Email" error={form.errors.email}>
        {(control) => <Input {...control} {...form.input('email')} required type="email" autoComplete="email" />}
      </Field>
      <Field label="Topic" error={form.errors.topic}>
        {(control) => (
          <Select {...control} {...form.input('topic')} required>
            <option value="">Choose a topic</option>
            {CONTACT_TOPICS.map((topic) => (
              <option key={topic}>{topic}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Message" error={form.errors.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.input('message')}
            required
            maxLength={contactLimits.message.max[0]}
            rows={8}
          />
        )}
      </Field>
      {/* stays visible after its toast */}
      {form.failure && (
        <p className="flex items-start gap-2 text-bad">
          <Icon of={CircleAlert} size={18} className="mt-0.5 flex-none" />
          {form.failure}
        </p>
      )}
      <Button {...form.submit} look="paper" className="justify-self-start max-md:justify-self-stretch">
        Send message
      </Button>
    </form>
  )
}
