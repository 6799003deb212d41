export { notify, notifyTogether } from './notify.ts'
export { notificationData } from './personal-data.ts'
export { notificationRoutes } from './routes.ts'
