export { listeningData } from './personal-data.ts'
export { rememberPlayed } from './recently-played.ts'
export { listeningRoutes } from './routes.ts'
