import { useQueryClient } from '@tanstack/react-query'
import { MailQuestionMark } from '#web/ui/icons.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Asks people with an unconfirmed address to read their mail. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const queries = useQueryClient()
  const again = useAction({
    send: () => call('POST /auth/confirm-email/send'),
    loading: 'Sending…',
    success: 'Sent. Check your mail.',
    failure: 'The mail could not be sent. Try again.',
  })
  async function send() {
    await again.run(undefined)
    void askAnew(queries, 'GET /me') // after a refusal, too: the address may be confirmed already
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-curb px-4 py-3">
      <p className="flex min-w-0 items-start gap-2.5 text-soft">
        <Icon of={MailQuestionMark} size={20} className="mt-0.5 flex-none" />
        <span>
          Your email is not confirmed yet. Press the link in our mail to{' '}
          <strong className="wrap-anywhere text-ink">{email}</strong>.
        </span>
      </p>
      <Button loading={again.pending} onClick={() => void send()}>
        Send another link
      </Button>
    </div>
  )
}
