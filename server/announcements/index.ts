export { announcementData } from './personal-data.ts'
export { announcementRoutes } from './routes.ts'
export { sendAnnouncement } from './send.ts'
export { announcementTaker } from './tell.ts'
