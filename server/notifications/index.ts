export { notify, notifyTogether } from './notify.ts'
export { notificationRoutes } from './routes.ts'
