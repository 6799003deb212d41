export { countDays, houseDayTaker } from './house-days.ts'
export { houseRoutes } from './house-routes.ts'
export { overviewRoutes } from './overview-routes.ts'
