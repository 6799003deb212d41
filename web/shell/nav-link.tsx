import type { ComponentProps } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { Link } from '#web/link.tsx'

/** A link of a navigation. It marks itself as current on its page and on the pages below it. */
export function NavLink({ to, ...props }: ComponentProps<typeof Link>) {
  const path = useLocation().pathname.toLowerCase()
  const isCurrent = path === to || path.startsWith(`${to}/`)
  return <Link {...props} to={to} aria-current={isCurrent ? 'page' : undefined} />
}
