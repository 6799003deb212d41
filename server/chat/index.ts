export { chatData } from './personal-data.ts'
export { chatRoutes } from './routes.ts'
