import { CircleAlert, CircleCheck, Clock, Inbox } from '#web/ui/icons.ts'
import type { Mail } from '#contract/operations.ts'
import { Icon } from '#web/ui/icon.tsx'
import { when } from '#web/ui/when.ts'

const states = {
  sent: { icon: CircleCheck, word: 'Sent', color: 'text-ok' },
  waiting: { icon: Clock, word: 'Waiting', color: 'text-soft' },
  kept: { icon: Inbox, word: 'Kept here', color: 'text-soft' },
  failed: { icon: CircleAlert, word: 'Failed', color: 'text-bad' },
}

/** Without a mail server nothing is sent: a mail is kept for the operator. */
export function MailState({ state, delivers }: Pick<Mail, 'state'> & { delivers: boolean }) {
  const { icon, word, color } = states[state === 'waiting' && !delivers ? 'kept' : state]
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon of={icon} size={16} className={color} />
      {word}
    </span>
  )
}

export const nextAttempt = (at: string) => `Next attempt ${when(at)}`
