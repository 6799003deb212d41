export { handleKey } from './handle.ts'
export { hashPassword } from './password.ts'
export { accountRoutes } from './routes.ts'
export { sweepSessions } from './sessions.ts'
