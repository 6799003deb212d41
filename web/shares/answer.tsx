import { percentOf } from '#contract/share-limits.ts'
import type { Invitation, OwnShare } from '#contract/shares.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'

const common = { refresh: ['GET /me/splits'], failure: 'That did not work.' } as const

/** Accepts or declines an offer. An accepted one can be declined until it counts. */
export function Answer({ offer: { id, item, isAccepted } }: { offer: Invitation }) {
  const accept = useAction({
    ...common,
    send: () => call('POST /me/splits/:id/accept', { params: { id } }),
    success: 'You accepted the share.',
  })
  const decline = useAction({
    ...common,
    send: () => call('POST /me/splits/:id/decline', { params: { id } }),
    success: 'You declined the share.',
  })
  const isPending = accept.pending || decline.pending
  const of = <span className="sr-only"> the share of {item.title}</span>
  return (
    <>
      {!isAccepted && (
        <Button look="paper" disabled={isPending} onClick={() => void accept.run(undefined)}>
          Accept{of}
        </Button>
      )}
      <Button disabled={isPending} onClick={() => void decline.run(undefined)}>
        Decline{of}
      </Button>
    </>
  )
}

export function GiveUp({ share: { id, item, points, owner } }: { share: OwnShare }) {
  const leave = useAction({
    ...common,
    send: () => call('POST /me/splits/:id/leave', { params: { id } }),
    success: 'You gave up the share.',
  })
  async function askAndLeave() {
    const text = `Later sales credit your ${percentOf(points)} to ${owner.displayName}. What you have earned stays yours.`
    if (await ask({ title: `Give up your share of “${item.title}”?`, text, action: 'Give up', danger: true }))
      await leave.run(undefined)
  }
  return (
    <Button size={36} look="ghost" loading={leave.pending} onClick={() => void askAndLeave()}>
      Give up<span className="sr-only"> the share of {item.title}</span>
    </Button>
  )
}
