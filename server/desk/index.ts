export { houseRoutes } from './house-routes.ts'
