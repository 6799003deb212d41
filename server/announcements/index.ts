export { announcementData } from './personal-data.ts'
export { announcementRoutes } from './routes.ts'
export { announcementTaker } from './tell.ts'
