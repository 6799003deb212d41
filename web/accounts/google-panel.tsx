import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { GoogleMark, useLeaveForGoogle } from '#web/session/google-button.tsx'
import { hasGoogle } from '#web/session/google.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { LogIn } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { ProofDialog } from '#web/session/proof-dialog.tsx'

/** Google as a way to sign in: linked, unlinked, or the only way. A shop without Google shows it where it is linked. */
export function GooglePanel({ hasPassword }: { hasPassword: boolean }) {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/google', undefined))
  const leave = useLeaveForGoogle()
  const [isUnlinking, setUnlinking] = useState(false)
  if (!hasGoogle() && !data?.linked) return null
  const close = () => setUnlinking(false)
  return (
    <Panel icon={LogIn} title="Google" text="Sign in with your Google account, without a password.">
      {isError && !data && <Failed again={refetch}>Couldn’t load your settings.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading your settings" className="mt-4">
          <TextSkeleton lines={2} />
        </div>
      )}
      {data?.linked && (
        <p className="mt-3.5 border-t border-rail/60 pt-2.5">
          <b className="wrap-anywhere">{data.linked.email}</b>
          <span className="block text-[13px] text-dim">Linked {day(data.linked.since)}</span>
        </p>
      )}
      {data?.linked && !hasPassword && (
        <p className="mt-2 text-[14px] text-soft">
          <Link to={paths.forgotPassword()} className="font-semibold text-ink underline">
            Set a password
          </Link>{' '}
          before you unlink it.
        </p>
      )}
      {data?.linked && hasPassword && (
        <Button size={36} className="mt-4" onClick={() => setUnlinking(true)}>
          Unlink
        </Button>
      )}
      {data?.linked === null && (
        <Button
          look="paper"
          size={36}
          className="mt-4"
          loading={leave.pending}
          onClick={() => void leave.run({ purpose: 'link', next: paths.account('safety') })}
        >
          <GoogleMark />
          Link Google
        </Button>
      )}
      {isUnlinking && (
        <ProofDialog
          title="Unlink Google"
          text="Your password will be the way to sign in."
          label="Unlink"
          danger
          withCode
          action={{
            send: (proof) => call('POST /me/google/unlink', { body: proof }),
            success: 'Google is unlinked.',
            failure: 'That could not be done. Try again.',
            refresh: ['GET /me/google'],
          }}
          onDone={close}
          onClose={close}
        />
      )}
    </Panel>
  )
}
