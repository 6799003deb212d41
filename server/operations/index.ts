export { findMailLook } from './mail-look.ts'
export { operationRoutes } from './routes.ts'
