export { itemRoutes, styleRoutes } from './routes.ts'
