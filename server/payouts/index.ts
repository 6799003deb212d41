import { payoutTaker } from './send.ts'
import { weeklyTaker } from './weekly.ts'

export { approvePayout } from './desk.ts'
export { deskPayoutRoutes } from './desk-routes.ts'
export { takePayoutEvent } from './events.ts'
export { payoutData } from './personal-data.ts'
export { payoutRoutes } from './routes.ts'
export { paySameDay } from './same-day.ts'
export { changeDetails, holdTarget, linkPayPal, wakePayouts } from './target.ts'

export const payoutTakers = [weeklyTaker, payoutTaker]
