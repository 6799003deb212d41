import { MessageCircle } from '#web/ui/icons.ts'
import type { MouseEvent, ReactNode } from 'react'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useSession } from '#web/session/session.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { id: number; name: string; className: string; children?: ReactNode }

/** Guests sign in before they write. Nobody writes to themselves. */
export function MessageLink({ id, name, className, children }: Props) {
  const me = useSession((session) => session.auth?.userId)
  if (me === id) return null
  const address = paths.chat(id === HOUSE ? SUPPORT : id) // the support answers for the house
  const signInFirst = (event: MouseEvent) => {
    event.preventDefault()
    openSignIn({ next: address })
  }
  return (
    <Link
      to={address}
      aria-label={`Message ${name}`}
      {...(me === undefined && { onClick: signInFirst })}
      className={className}
    >
      <Icon of={MessageCircle} size={18} />
      {children}
    </Link>
  )
}
