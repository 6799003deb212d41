export { problemWatch } from './decide.ts'
export { problemData } from './personal-data.ts'
export { deskProblemRoutes, problemRoutes } from './routes.ts'
export { problemTaker } from './takers.ts'
