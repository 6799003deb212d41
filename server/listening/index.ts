export { rememberPlayed } from './recently-played.ts'
export { listeningRoutes } from './routes.ts'
