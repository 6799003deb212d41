export { ownBeatRoutes, ownItemRoutes, ownKitRoutes, ownPackRoutes } from './routes.ts'
