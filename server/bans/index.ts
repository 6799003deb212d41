export { banTaker } from './lift.ts'
export { banData } from './personal-data.ts'
export { banRoutes } from './routes.ts'
