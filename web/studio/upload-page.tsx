import { Loaded } from '#web/on-demand/loaded.tsx'
import { kindOf } from '#web/items/kinds.ts'
import { paths } from '#web/paths.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { Gate } from '#web/session/gate.tsx'
import { DashboardPage } from './dashboard.tsx'
import { beatsDashboard, kitsDashboard } from './dashboards.ts'
import { uploadDialog, type UploadKind } from './open-upload.ts'

const KINDS: readonly (string | null)[] = ['pack', 'kit'] satisfies UploadKind[]

/** The dashboard with the dialog open: /upload, /upload?tab=pack, /upload?tab=kit. Closing it leads to the dashboard. */
export function Component() {
  const navigate = useNavigate()
  const tab = new URLSearchParams(useLocation().search).get('tab')
  const kind = KINDS.includes(tab) ? (tab as UploadKind) : 'beat'
  const dashboard = kind === 'kit' ? kitsDashboard : beatsDashboard
  return (
    <Gate>
      <DashboardPage dashboard={dashboard} />
      <Loaded
        code={uploadDialog}
        kind={kind}
        onClosed={() => void navigate(dashboard.path, { replace: true })}
        onTurned={(tab) => void navigate(paths.upload(kindOf(tab)), { replace: true, preventScrollReset: true })}
      />
    </Gate>
  )
}
