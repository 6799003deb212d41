import type { DiscountState, DiscountStatus } from '#contract/discount-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { ask } from '#web/ui/ask.tsx'

export type Change = DiscountState
type Props = {
  name: string
  what: 'code' | 'deal'
  status: DiscountStatus
  change: { run: (state: Change) => Promise<unknown>; pending: boolean }
}

/** Pauses, resumes or ends a code or a deal. One that has ended never counts again. */
export function StateButtons({ name, what, status, change: { run, pending } }: Props) {
  if (status === 'ended') return null
  const isPaused = status === 'paused'
  async function end() {
    const text = 'It never counts again. Orders that have it keep it.'
    if (await ask({ title: `End this ${what}?`, text, action: 'End', danger: true })) await run('ended')
  }
  return (
    <span className="flex justify-end gap-2">
      <Button size={36} disabled={pending} onClick={() => void run(isPaused ? 'active' : 'paused')}>
        {isPaused ? 'Resume' : 'Pause'}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button size={36} look="ghost" disabled={pending} onClick={() => void end()}>
        End<span className="sr-only"> {name}</span>
      </Button>
    </span>
  )
}
