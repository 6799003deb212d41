import { useRef, useState, type MouseEvent } from 'react'
import type { PasskeyAnswer } from '#contract/passkey-answers.ts'
import { useAction } from '#web/api/use-action.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { KeyRound } from '#web/ui/icons.ts'
import { googleProof } from './google.ts'
import { passkeyFailure, proveByPasskey, type Proof } from './passkey-device.ts'
import { useSession } from './session.ts'

type Typed = { password: string; code: string }

/**
 * What proves the owner of an account in a form: the password and a code, or for people without a password what Google has
 * just said. A passkey takes the place of both; its button sends the form when it has answered.
 */
export function useProof() {
  const hasPassword = useSession(({ auth }) => !auth?.oauthUser)
  const [kept] = useState(googleProof)
  const google = hasPassword ? null : kept
  const answer = useRef<PasskeyAnswer | null>(null)
  const { run, pending } = useAction({ send: proveByPasskey, failure: passkeyFailure })
  const isThere = (useOptionalApi('GET /me/passkeys', undefined)?.items.length ?? 0) > 0

  async function press({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const outcome = await run(undefined)
    if (!outcome.done) return
    answer.current = outcome.result
    form?.requestSubmit()
  }
  return {
    hasPassword,
    /** Takes the place of the password alone. */
    google,
    /** Without a password and a proof of Google the form waits for one. */
    canBeSent: hasPassword || google !== null,
    /** The fields may stay empty then. */
    isGiven: () => answer.current !== null,
    /** What the call takes as its proof. An answer of a passkey works once. */
    take({ password, code }: Typed): Proof {
      const passkey = answer.current
      answer.current = null
      return passkey ? { passkey } : { ...(google ? { google } : { password }), ...(code && { code }) }
    },
    button: isThere && (
      <Button size={36} loading={pending} onClick={(event) => void press(event)} className="justify-self-start">
        <Icon of={KeyRound} size={16} />
        Use a passkey instead
      </Button>
    ),
  }
}
