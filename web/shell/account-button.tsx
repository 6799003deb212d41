import { lazy, Suspense, useState } from 'react'
import type { Auth } from '#web/session/auth-record.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const AccountMenu = lazy(() => import('./account-menu.tsx'))

/** The menu's code comes with the first wish for it. */
export function AccountButton({ auth }: { auth: Auth }) {
  const [asked, setAsked] = useState(false)
  const face = <Avatar name={auth.displayName || 'Me'} src={auth.avatarUrl} size={32} />
  const plain = (
    <button type="button" aria-label="Account menu" aria-haspopup="menu" onClick={() => setAsked(true)} className="ico">
      {face}
    </button>
  )
  if (!asked) return plain
  return (
    <Suspense fallback={plain}>
      <AccountMenu>{face}</AccountMenu>
    </Suspense>
  )
}
