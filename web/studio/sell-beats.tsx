import { Gate } from '#web/session/gate.tsx'
import { DashboardPage } from './dashboard.tsx'
import { beatsDashboard } from './dashboards.ts'
import { openUpload } from './open-upload.ts'

export const Component = () => (
  <Gate>
    <DashboardPage dashboard={beatsDashboard} onUpload={openUpload} />
  </Gate>
)
