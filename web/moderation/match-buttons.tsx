import type { SoundMatch, Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Check, X } from '#web/ui/icons.ts'

/** The seller is not told whose sound it is: a match is a hint for admins. */
const AS_COPY = 'It sounds like a work of another seller. Upload only what you made.'

type Props = { row: Submission; match: SoundMatch; onReject: (reason: string) => void }

/** An admin has heard both sounds, and says what the match means. */
export function MatchButtons({ row, match, onReject }: Props) {
  const clear = useAction({
    send: () => call('POST /admin/submissions/:id/matches/clear', { params: { id: row.id }, body: match.pair }),
    success: 'Not a copy. The match is cleared for both.',
    failure: 'The match could not be cleared.',
    refresh: ['GET /admin/submissions', 'GET /admin/submissions/:id/matches'],
  })
  return (
    <div
      role="group"
      aria-label={`Decide about the match with ${match.other.title}`}
      className="mt-3 flex flex-wrap gap-2"
    >
      <Button size={36} loading={clear.pending} onClick={() => void clear.run(undefined)}>
        <Icon of={Check} size={15} />
        Not a copy
      </Button>
      {row.status === 'pending' && (
        <Button size={36} onClick={() => onReject(AS_COPY)}>
          <Icon of={X} size={15} />
          Reject as a copy
        </Button>
      )}
    </div>
  )
}
