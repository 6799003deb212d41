import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, ShieldCheck, TriangleAlert } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { ProofDialog } from '#web/session/proof-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanDialog } from './scan-dialog.tsx'

type Begun = ReplyOf<'POST /me/two-step/begin'>
type Open = null | 'begin' | 'newCodes' | 'off' | { begun: Begun } | { codes: string[] }

const FEW = 3
const refresh = ['GET /me/two-step'] as const
const failure = 'That could not be done. Try again.'

/** Switches two-step sign-in on and off, and shows how many recovery codes are left. */
export function TwoStepPanel() {
  const { data: state, isError, refetch } = useQuery(apiQuery(call, 'GET /me/two-step', undefined))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Panel
      icon={ShieldCheck}
      title="Two-step sign-in"
      text="After your password, a code from your authenticator app."
      state={
        state?.since && (
          <span className="flex items-center gap-1.5 text-[14px] font-semibold">
            <Icon of={CircleCheck} size={16} className="text-ok" />
            On
          </span>
        )
      }
    >
      {isError && !state && <Failed again={refetch}>Couldn’t load your settings.</Failed>}
      {!state && !isError && (
        <div role="status" aria-busy aria-label="Loading your settings" className="mt-4">
          <TextSkeleton lines={2} />
        </div>
      )}
      {state?.since && <Facts since={state.since} codesLeft={state.codesLeft} />}
      {state && (
        <div className="mt-4 flex flex-wrap gap-2">
          {state.since ? (
            <>
              <Button size={36} onClick={() => setOpen('newCodes')}>
                Show new codes
              </Button>
              <Button look="ghost" size={36} onClick={() => setOpen('off')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button look="paper" size={36} onClick={() => setOpen('begin')}>
              Turn on
            </Button>
          )}
        </div>
      )}
      {open === 'begin' && (
        <ProofDialog
          title="Turn on two-step sign-in"
          text="You need an authenticator app on your phone or computer."
          label="Continue"
          action={{ send: (proof) => call('POST /me/two-step/begin', { body: proof }), failure }}
          onDone={(begun) => setOpen({ begun })}
          onClose={close}
        />
      )}
      {open === 'newCodes' && (
        <ProofDialog
          title="Show new codes"
          text="The recovery codes that you have end."
          label="Show new codes"
          withCode
          action={{ send: (proof) => call('POST /me/two-step/codes', { body: proof }), failure, refresh }}
          onDone={setOpen}
          onClose={close}
        />
      )}
      {open === 'off' && (
        <ProofDialog
          title="Turn off two-step sign-in"
          text="Your password alone will sign in."
          label="Turn off"
          danger
          withCode
          action={{
            send: (proof) => call('POST /me/two-step/off', { body: proof }),
            success: 'Two-step sign-in is off.',
            failure,
            refresh,
          }}
          onDone={close}
          onClose={close}
        />
      )}
      {open !== null && typeof open === 'object' && 'begun' in open && (
        <ScanDialog begun={open.begun} onDone={setOpen} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && 'codes' in open && (
        <RecoveryCodes codes={open.codes} onClose={close} />
      )}
    </Panel>
  )
}

function Facts({ since, codesLeft }: { since: string; codesLeft: number }) {
  return (
    <>
      <dl className="mt-3.5 *:flex *:justify-between *:gap-4 *:border-t *:border-rail/60 *:py-2.5">
        <div>
          <dt className="text-soft">Authenticator app</dt>
          <dd className="font-semibold">Since {day(since)}</dd>
        </div>
        <div>
          <dt className="text-soft">Recovery codes</dt>
          <dd className="num font-semibold">{codesLeft} of 10 left</dd>
        </div>
      </dl>
      {codesLeft <= FEW && (
        <p className="mt-1 flex items-start gap-2 text-[14px] text-warn">
          <Icon of={TriangleAlert} size={18} className="mt-0.5 flex-none" />
          Few codes are left. Show new ones before you need them.
        </p>
      )}
    </>
  )
}
