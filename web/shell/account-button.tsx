import type { Auth } from '#web/session/auth-record.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useLater } from '#web/ui/use-later.ts'

const load = () => import('./account-menu.tsx')

/** The menu's code comes with the first wish for it. */
export function AccountButton({ auth }: { auth: Auth }) {
  const [AccountMenu, ask] = useLater(load)
  const face = <Avatar name={auth.displayName || 'Me'} src={auth.avatarUrl} size={32} />
  if (AccountMenu) return <AccountMenu>{face}</AccountMenu>
  return (
    <button type="button" aria-label="Account menu" aria-haspopup="menu" onClick={() => void ask()} className="ico">
      {face}
    </button>
  )
}
