import { TriangleAlert } from '#web/ui/icons.ts'
import type { Kind } from '#contract/item.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Draft } from './draft.ts'

type Props<V, F> = { kind: Kind; draft: Draft<V, F> }

/** Says before anything is sent that the plan has no room. A draft on the server has its room already. */
export function PlanNote<V, F>({ kind, draft }: Props<V, F>) {
  const draftId = draft((state) => state.draftId)
  const room = useOptionalApi('GET /me/room')?.find((room) => room.kind === kind)
  if (draftId || !room || room.most === null || room.used < room.most) return null
  return (
    <p role="status" className="flex gap-2.5 rounded-sm border-l-3 border-warn bg-curb p-3.5">
      <Icon of={TriangleAlert} size={18} className="mt-0.5 flex-none text-warn" />
      <span>
        Your plan has room for {room.most} {room.most === 1 ? kinds[kind].one : kinds[kind].many}. Delete one, or{' '}
        <Link to={paths.account('plans')} className="font-semibold underline">
          choose a plan with more room
        </Link>
        .
      </span>
    </p>
  )
}
