export { contactRoutes } from './routes.ts'
export { contactData } from './personal-data.ts'
