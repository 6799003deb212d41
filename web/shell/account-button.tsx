import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import type { Auth } from '#web/session/auth-record.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const menu = onDemand(() => import('./account-menu.tsx'))

export function AccountButton({ auth }: { auth: Auth }) {
  const [AccountMenu, open] = useOnDemand(menu)
  const face = <Avatar name={auth.displayName || 'Me'} src={auth.avatarUrl} size={32} />
  if (AccountMenu) return <AccountMenu>{face}</AccountMenu>
  return (
    <button type="button" aria-label="Account menu" aria-haspopup="menu" onClick={() => void open()} className="ico">
      {face}
    </button>
  )
}
