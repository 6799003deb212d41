import { UserCheck, UserPlus } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { inOneCall } from '#web/session/in-one-call.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass, type ButtonStyle } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFollows, type Followable } from './follows.ts'

const code = onDemand(() => import('./follow.ts'))

/** Asks whether the visitor follows a person that is shown. */
const showFollow = inOneCall(async () => (await code.load()).askForFollows)

type Props = Pick<ButtonStyle, 'look' | 'size'> & { person: Followable; className?: string }

/** Follow or Following. Nobody follows themselves. */
export function FollowButton({ person, look = 'rail', size, className }: Props) {
  const { id, displayName } = person
  const me = useSession((session) => session.auth?.userId)
  const followed = useFollows((follows) => follows[id]?.followed) ?? false
  useEffect(() => {
    if (me && me !== id) showFollow(id)
  }, [id, me])
  if (me === id) return null
  return (
    <button
      type="button"
      aria-pressed={followed}
      onClick={() => code.use(({ toggleFollow }) => void toggleFollow(person))}
      className={buttonClass({ look: followed ? 'rail' : look, size }, className)}
    >
      <Icon of={followed ? UserCheck : UserPlus} size={18} />
      {followed ? 'Following' : 'Follow'}
      <span className="sr-only"> {displayName}</span>
    </button>
  )
}
