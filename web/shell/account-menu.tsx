import {
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
import type { ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { SUPPORT } from '#contract/support.ts'
import { askToLeave } from '#web/forms/use-leave-guard.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { signOut } from '#web/session/session.ts'
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
  { name: 'Messages', to: paths.chat(SUPPORT), icon: MessageCircle },
  { name: 'Library', to: paths.library(), icon: Library },
]
export default function AccountMenu({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  // leaves first: a page that needs the session would ask for a new one
  const leave = async () => {
    if (!(await askToLeave())) return
    await navigate(paths.home())
    signOut()
  }
  const trigger = (
    <button type="button" aria-label="Account menu" className="ico">
      {children}
    </button>
  )
  return (
    <Menu trigger={trigger} defaultOpen>
      {entries.map(({ name, to, icon }) => (
        <MenuItem key={name} asChild>
          <Link to={to}>
            <Icon of={icon} size={18} />
            {name}
          </Link>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => show(<ReferralDialog />)}>
        <Icon of={UserPlus} size={18} />
        Referral
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <Icon of={LogOut} size={18} />
        Sign out
      </MenuItem>
    </Menu>
  )
}
