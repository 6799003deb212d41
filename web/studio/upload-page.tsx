import { useNavigate } from 'react-router'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { paths } from '#web/paths.ts'
import { Gate } from '#web/session/gate.tsx'
import { DashboardPage } from './dashboard.tsx'
import { beatsDashboard } from './dashboards.ts'
import { openUpload, uploadDialog } from './open-upload.ts'

/** The dashboard with the dialog open. Closing it leads to the dashboard. */
export function Component() {
  const navigate = useNavigate()
  return (
    <Gate>
      <DashboardPage dashboard={beatsDashboard} onUpload={openUpload} />
      <Loaded code={uploadDialog} onClosed={() => void navigate(paths.sellBeats(), { replace: true })} />
    </Gate>
  )
}
