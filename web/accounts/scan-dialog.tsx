import type { ReplyOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { CodeField } from '#web/session/code-field.tsx'

type Props = {
  begun: ReplyOf<'POST /me/two-step/begin'>
  onDone: (result: { codes: string[] }) => void
  onClose: () => void
}

/** Room around a QR code that its readers need. */
const QUIET = 4

/** Shows the secret to an authenticator app, and asks for its first code. */
export function ScanDialog({ begun: { secret, picture }, onDone, onClose }: Props) {
  const form = useForm({
    start: { code: '' },
    checks: { code: (typed) => (typed ? undefined : 'Enter the code.') },
    action: {
      send: ({ code }) => call('POST /me/two-step/confirm', { body: { code } }),
      success: 'Two-step sign-in is on. All other devices were signed out.',
      failure: 'That could not be done. Try again.',
      refresh: ['GET /me/two-step', 'GET /me/sessions'],
    },
    onDone,
    asksBeforeLeaving: false,
  })
  const room = picture.side + 2 * QUIET
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Scan this with your app"
      description="Or type the key there. Then enter the six digits that the app shows. All other devices will be signed out."
    >
      <form {...form.props} aria-label="Scan this with your app" className="grid gap-4">
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn from the answer: no file to fetch
          role="img"
          aria-label="QR code of the key"
          viewBox={`${-QUIET} ${-QUIET} ${room} ${room}`}
          shapeRendering="crispEdges"
          className="size-56 justify-self-center rounded-md bg-paper forced-color-adjust-none"
        >
          <path d={picture.path} className="fill-night" />
        </svg>
        <CopyField label="Key" value={secret} said="Key copied" />
        <CodeField isOn error={form.errors.code} input={form.input('code')} recovery={false} />
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <Button {...form.submit} look="paper">
          Turn on
        </Button>
      </form>
    </Dialog>
  )
}
