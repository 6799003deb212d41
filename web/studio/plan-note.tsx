import { TriangleAlert } from 'lucide'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { BeatDraft } from './beat-draft.ts'

/** Says before anything is sent that the plan has no room. A draft on the server has its room already. */
export function PlanNote({ draft }: { draft: BeatDraft }) {
  const draftId = draft((state) => state.draftId)
  const room = useOptionalApi('GET /me/room')?.find(({ kind }) => kind === 'BEAT')
  if (draftId || !room || room.most === null || room.used < room.most) return null
  return (
    <p role="status" className="flex gap-2.5 rounded-sm border-l-3 border-warn bg-curb p-3.5">
      <Icon of={TriangleAlert} size={18} className="mt-0.5 flex-none text-warn" />
      <span>
        Your plan has room for {room.most} beats. Delete one, or{' '}
        <Link to={paths.account('plans')} className="font-semibold underline">
          choose a plan with more room
        </Link>
        .
      </span>
    </p>
  )
}
