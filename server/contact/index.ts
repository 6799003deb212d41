export { deskContactRoutes } from './desk-routes.ts'
export { contactRoutes } from './routes.ts'
export { contactData } from './personal-data.ts'
