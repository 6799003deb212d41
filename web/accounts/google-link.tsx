import { call } from '#web/api/call.ts'
import { NarrowPage } from './narrow-page.tsx'
import { ProofDialog } from '#web/session/proof-dialog.tsx'

type Props = { ticket: string; email: string; onDone: () => void }

/** A signed-in person comes back from Google and links it. */
export function GoogleLink({ ticket, email, onDone }: Props) {
  return (
    <NarrowPage title="Link Google">
      <p className="text-soft">
        From then on <strong className="wrap-anywhere text-ink">{email}</strong> signs you in.
      </p>
      <ProofDialog
        title="Link Google"
        text={`${email} will sign you in.`}
        label="Link"
        withCode
        action={{
          send: (proof) => call('POST /me/google', { body: { ticket, ...proof } }),
          success: 'Google is linked.',
          failure: 'Google could not be linked. Try again.',
          refresh: ['GET /me/google'],
        }}
        onDone={onDone}
        onClose={onDone}
      />
    </NarrowPage>
  )
}
