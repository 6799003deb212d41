import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { percentOf } from '#contract/share-limits.ts'
import type { ItemSplit, SplitVersion } from '#contract/shares.ts'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { ask } from '#web/ui/ask.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { hasUnsavedIn } from '#web/forms/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Note } from '#web/ui/note.tsx'
import { show } from '#web/ui/show.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { OWN_READS } from './own-actions.ts'
import { SplitForm } from './split-form.tsx'

export const openSplit = (item: OwnItem) => show(<SplitDialog item={item} />)

const SPLIT_NEWS = ['split'] as const
const SPLIT_READS = ['GET /me/items/:id/split', 'GET /me/splits', ...OWN_READS] as const

/** The shares of one own item, and a form that invites people. */
function SplitDialog({ item: { id, title } }: { item: OwnItem }) {
  const [open, setOpen] = useState(true)
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/items/:id/split', { params: { id } }))
  useNewsOf(SPLIT_NEWS, SPLIT_READS)
  return (
    <FormDialog open={open} onClose={() => setOpen(false)} title="Split earnings" description={title}>
      {isError && !data && <Failed again={refetch}>The split could not be loaded.</Failed>}
      {data && <Split id={id} split={data} />}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading">
          <TextSkeleton lines={6} />
        </div>
      )}
    </FormDialog>
  )
}

function Split({ id, split: { active, proposal, isForSale } }: { id: number; split: ItemSplit }) {
  const common = { refresh: SPLIT_READS, failure: 'That did not work.' }
  const params = { params: { id } }
  const cancel = useAction({
    ...common,
    send: () => call('DELETE /me/items/:id/split/proposal', params),
    success: 'The offer is taken back.',
  })
  const end = useAction({
    ...common,
    send: () => call('DELETE /me/items/:id/split', params),
    success: 'Later sales are all yours.',
  })
  const latest = proposal ?? active
  const place = useRef<HTMLDivElement>(null)
  /** The version that the form began with. It begins anew with another one, unless shares are typed. */
  const [begun, setBegun] = useState(latest?.id)
  useEffect(() => {
    if (!hasUnsavedIn(place.current)) setBegun(latest?.id)
  }, [latest?.id])
  async function askAndEnd() {
    const text = 'Later sales are credited to you alone. What others have earned stays theirs.'
    if (await ask({ title: 'End this split?', text, action: 'End split', danger: true })) await end.run(undefined)
  }
  return (
    <div className="grid gap-7">
      {!isForSale && (
        <Note tone="warn">
          {proposal?.isDeclined
            ? 'Somebody declined. This item can’t be bought until you change the shares or take the offer back.'
            : 'This item can’t be bought until everybody has accepted.'}
        </Note>
      )}
      {active && (
        <Shares title="Counts now" version={active}>
          <Button size={36} look="ghost" loading={end.pending} onClick={() => void askAndEnd()}>
            End split
          </Button>
        </Shares>
      )}
      {proposal && (
        <Shares title={proposal.isDeclined ? 'Declined' : 'Waits for answers'} version={proposal}>
          <Button size={36} loading={cancel.pending} onClick={() => void cancel.run(undefined)}>
            Take back
          </Button>
        </Shares>
      )}
      <div ref={place}>
        <SplitForm key={begun} id={id} from={latest} refresh={SPLIT_READS} />
      </div>
    </div>
  )
}

const STATES = { invited: 'Invited', accepted: 'Accepted', declined: 'Declined', left: 'Gave it up' } as const

type SharesProps = { title: string; version: SplitVersion; children: React.ReactNode }

const Shares = ({ title, version: { ownPoints, people }, children }: SharesProps) => (
  <section aria-label={title}>
    <div className="mb-1.5 flex items-center justify-between gap-3">
      <h3 className="font-bold">{title}</h3>
      {children}
    </div>
    <ul>
      {people.map(({ person: { id, displayName, avatarUrl }, points, state }) => (
        <li key={id} className="flex min-h-12 items-center gap-3 border-t border-rail/60 py-1.5">
          <Avatar name={displayName} src={avatarUrl} size={32} />
          <span className="min-w-0 flex-1 truncate font-semibold">{displayName}</span>
          <span className="text-[14px] text-soft">{STATES[state]}</span>
          <span className="num w-18 text-right font-bold">{percentOf(points)}</span>
        </li>
      ))}
      <li className="flex min-h-11 items-center gap-3 border-t border-rail/60 py-1.5">
        <span className="flex-1">You</span>
        <span className="num font-bold">{percentOf(ownPoints)}</span>
      </li>
    </ul>
  </section>
)
