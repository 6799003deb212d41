export { notify, notifyTogether, numberNews } from './notify.ts'
export { notificationData } from './personal-data.ts'
export { peopleWords } from './people-words.ts'
export { notificationRoutes } from './routes.ts'
