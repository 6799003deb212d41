export { itemRoutes, styleRoutes } from './routes.ts'
export { cataloguePaths } from './sitemap.ts'
