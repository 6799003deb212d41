import { CreditCard, Library, LogOut, Megaphone, MessageCircle, UserPlus, Settings, Sparkles, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { SUPPORT } from '#contract/support.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { signOut } from '#web/session/session.ts'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { show } from '#web/ui/show.ts'
import { ReferralDialog } from './referral-dialog.tsx'

const entries = [
  { name: 'Account', to: paths.account(), Icon: Settings },
  { name: 'Profile', to: paths.profile('me'), Icon: User },
  { name: 'Plans', to: paths.account('plans'), Icon: Sparkles },
  { name: 'Payouts', to: paths.account('payouts'), Icon: CreditCard },
  { name: 'Promotions', to: paths.promos(), Icon: Megaphone },
  { name: 'Messages', to: paths.chat(SUPPORT), Icon: MessageCircle },
  { name: 'Library', to: paths.library(), Icon: Library },
]

export default function AccountMenu({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  // first away: a page that needs the session would ask for a new one
  const leave = async () => {
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
      {entries.map(({ name, to, Icon }) => (
        <MenuItem key={name} asChild>
          <Link to={to}>
            <Icon size={18} aria-hidden />
            {name}
          </Link>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => show(<ReferralDialog />)}>
        <UserPlus size={18} aria-hidden />
        Referral
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <LogOut size={18} aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  )
}
