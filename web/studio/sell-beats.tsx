import { Gate } from '#web/session/gate.tsx'
import { DashboardPage } from './dashboard.tsx'
import { beatsDashboard } from './dashboards.ts'

export const Component = () => (
  <Gate>
    <DashboardPage dashboard={beatsDashboard} />
  </Gate>
)
