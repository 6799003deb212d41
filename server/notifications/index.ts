export { notify, notifyTogether } from './notify.ts'
export { notificationRoutes } from './routes.ts'
export { streamNotifications } from './stream.ts'
