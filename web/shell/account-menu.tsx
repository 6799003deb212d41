import {
  Ban,
  CreditCard,
  Library,
  LogOut,
  Megaphone,
  MessageCircle,
  UserPlus,
  Settings,
  Sparkles,
  User,
} from '#web/ui/icons.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { forgetAllUnsent } from '#web/chat/kept-unsent.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { SUPPORT } from '#contract/support.ts'
import { askToLeavePage } from '#web/forms/use-leave-guard.ts'
import { Link } from '#web/link.tsx'
import { subscribe } from '#web/live/live.ts'
import { paths } from '#web/paths.ts'
import { signOut, useSession } from '#web/session/session.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { show } from '#web/ui/show.ts'
import { ReferralDialog } from './referral-dialog.tsx'

const entries = [
  { name: 'Account', to: paths.account(), icon: Settings },
  { name: 'Profile', to: paths.profile('me'), icon: User },
  { name: 'Plans', to: paths.account('plans'), icon: Sparkles },
  { name: 'Payouts', to: paths.account('payouts'), icon: CreditCard },
  { name: 'Promotions', to: paths.promos(), icon: Megaphone },
  { name: 'Messages', to: null, icon: MessageCircle },
  { name: 'Library', to: paths.library(), icon: Library },
]
/** What a banned person still has. */
const entriesOfBanned = [
  { name: 'Why you are banned', to: paths.banned(), icon: Ban },
  { name: 'Your data', to: paths.account('data'), icon: Settings },
  { name: 'Library', to: paths.library(), icon: Library },
]
export default function AccountMenu({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isBanned = useSession((session) => Boolean(session.auth?.bannedAt))
  const { data: messages } = useQuery({ ...apiQuery(call, 'GET /chat/threads', { query: {} }), enabled: !isBanned })
  useEffect(() => subscribe('chat', () => void askAnew(queries, 'GET /chat/threads')), [queries])
  const unread = messages?.filter((thread) => thread.unread > 0).length ?? 0
  // leaves first: a page that needs the session would ask for a new one
  const leave = async () => {
    if (!(await askToLeavePage())) return
    await navigate(paths.home())
    forgetAllUnsent()
    signOut()
  }
  const trigger = (
    <button type="button" aria-label="Account menu" className="ico">
      {children}
    </button>
  )
  return (
    <Menu trigger={trigger} defaultOpen>
      {(isBanned ? entriesOfBanned : entries).map(({ name, to, icon }) => (
        <MenuItem key={name} asChild>
          <Link to={to ?? paths.chat(messages?.[0]?.partnerId ?? SUPPORT)}>
            <Icon of={icon} size={18} />
            {name}
            {to === null && unread > 0 && (
              <span className="num ml-auto rounded-full bg-ink px-1.5 text-xs font-extrabold text-night">
                <span className="sr-only">, </span>
                {unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </Link>
        </MenuItem>
      ))}
      {!isBanned && (
        <MenuItem onSelect={() => show(<ReferralDialog />)}>
          <Icon of={UserPlus} size={18} />
          Referral
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <Icon of={LogOut} size={18} />
        Sign out
      </MenuItem>
    </Menu>
  )
}
