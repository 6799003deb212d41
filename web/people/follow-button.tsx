import { UserCheck, UserPlus } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass, type ButtonStyle } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFollows, wanted, type Followable } from './follows.ts'

const code = onDemand(() => import('./follow.ts'))

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

/** Asks for all newly shown people in one call. After a failure, the next shown person makes another call. */
function showFollow(id: number) {
  if (wanted.size === 0)
    void code.load().then(
      ({ askForFollows }) => askForFollows(),
      () => wanted.clear(),
    )
  wanted.add(id)
}
