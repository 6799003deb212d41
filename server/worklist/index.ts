export { worklistData } from './personal-data.ts'
export { worklistRoutes } from './routes.ts'
export { closeRunningTasks, closeTasks, openTasks } from './tasks.ts'
export { tickOff } from './tick.ts'
