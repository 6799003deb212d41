import { Gate } from '#web/session/gate.tsx'
import { DashboardPage } from './dashboard.tsx'
import { kitsDashboard } from './dashboards.ts'

export const Component = () => (
  <Gate>
    <DashboardPage dashboard={kitsDashboard} />
  </Gate>
)
