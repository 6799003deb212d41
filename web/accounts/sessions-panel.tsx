import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#contract/sessions.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { day } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Laptop, LogOut, MonitorSmartphone, Smartphone, Tablet, TriangleAlert } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { when } from '#web/ui/when.ts'
import type { Proof } from '#web/session/passkey-device.ts'
import { Panel } from './panel.tsx'
import { ProofDialog } from '#web/session/proof-dialog.tsx'

const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, unknown: MonitorSmartphone }

/** One session, or all others. */
type Ending = OwnSession | 'others'

function end(ending: Ending, proof: Proof) {
  if (ending === 'others') return call('POST /me/sessions/end-others', { body: proof })
  return call('POST /me/sessions/:id/end', { params: { id: ending.id }, body: proof })
}

const endingAction = {
  success: 'Signed out there.',
  failure: 'The session could not be ended. Try again.',
  refresh: ['GET /me/sessions'],
} as const

/** Where the account is signed in. People without a password end sessions by one press. */
export function SessionsPanel({ hasPassword }: { hasPassword: boolean }) {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/sessions', undefined))
  const [ending, setEnding] = useState<Ending | null>(null)
  const atOnce = useAction({ send: (which: Ending) => end(which, {}), ...endingAction })
  const ask = (which: Ending) => (hasPassword ? setEnding(which) : void atOnce.run(which))
  return (
    <Panel
      icon={MonitorSmartphone}
      title="Sessions"
      text="Where you are signed in. End what you don’t know, then change your password."
    >
      {isError && !data && <Failed again={refetch}>Couldn’t load your sessions.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading your sessions" className="mt-4">
          <TextSkeleton lines={4} />
        </div>
      )}
      {data && (
        <>
          <ul className="mt-3.5">
            {data.items.map((session) => (
              <Session key={session.id} session={session} onEnd={() => ask(session)} />
            ))}
          </ul>
          {data.items.length > 1 ? (
            <Button size={36} className="mt-4" onClick={() => ask('others')}>
              <Icon of={LogOut} size={16} />
              End all others
            </Button>
          ) : (
            <p className="mt-2 text-[14px] text-soft">You are signed in nowhere else.</p>
          )}
        </>
      )}
      {ending && (
        <ProofDialog
          title={ending === 'others' ? 'End all other sessions?' : `End ${ending.device.name}?`}
          text="It is signed out at once."
          label="End"
          action={{ send: (proof) => end(ending, proof), ...endingAction }}
          onDone={() => setEnding(null)}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  )
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, place, newPlace, current, createdAt, lastUsedAt } = session
  return (
    <li
      className={cx(
        'flex min-h-16 items-center gap-3.5 border-t border-rail/60 py-2.5',
        newPlace && '-mx-5 bg-wall px-5',
      )}
    >
      <Icon
        of={newPlace ? TriangleAlert : icons[device.kind]}
        size={22}
        className={cx('flex-none', newPlace ? 'text-warn' : 'text-soft')}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <b>{device.name}</b>
          {current && <Tag>This device</Tag>}
          {newPlace && <Tag>New place</Tag>}
        </p>
        <p className="num text-[13px] text-dim wrap-anywhere">
          Signed in {day(createdAt)} from {place}, {current ? 'active now' : `active ${when(lastUsedAt)}`}
        </p>
      </div>
      {!current && (
        <Button size={36} onClick={onEnd}>
          End<span className="sr-only"> the session of {device.name}</span>
        </Button>
      )}
    </li>
  )
}
