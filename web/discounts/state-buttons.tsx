import type { DiscountState, DiscountStatus } from '#contract/discount-limits.ts'
import type { DiscountCode } from '#contract/discounts.ts'
import { STATUS } from '#web/items/discount-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ask } from '#web/ui/ask.ts'

export type Change = DiscountState
type Props = {
  name: string
  what: 'code' | 'deal'
  status: DiscountStatus
  /** The house has paused it: its seller can only end it. */
  isHeld: boolean
  change: { run: (state: Change) => Promise<unknown>; pending: boolean }
}

/** Pauses, resumes or ends a code or a deal. One that has ended never counts again. */
export function StateButtons({ name, what, status, isHeld, change: { run, pending } }: Props) {
  if (status === 'ended') return null
  const isPaused = status === 'paused'
  async function end() {
    const text = 'It never counts again. Orders that have it keep it.'
    if (await ask({ title: `End this ${what}?`, text, action: 'End', danger: true })) await run('ended')
  }
  return (
    <span className="flex justify-end gap-2">
      {!isHeld && status !== 'used up' && (
        <Button size={36} disabled={pending} onClick={() => void run(isPaused ? 'active' : 'paused')}>
          {isPaused ? 'Resume' : 'Pause'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      <Button size={36} look="ghost" disabled={pending} onClick={() => void end()}>
        End<span className="sr-only"> {name}</span>
      </Button>
    </span>
  )
}

/** A pause by the house says why. */
export const StatusOf = ({ of: { status, pausedFor } }: { of: Pick<DiscountCode, 'status' | 'pausedFor'> }) =>
  pausedFor === null || status === 'ended' ? (
    STATUS[status]
  ) : (
    <span className="block max-w-70 wrap-anywhere max-md:text-right">Paused by the house: {pausedFor}</span>
  )
