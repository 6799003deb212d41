export { worklistData } from './personal-data.ts'
export { worklistRoutes } from './routes.ts'
export { closeTasks, openTasks } from './tasks.ts'
export { tickOff } from './tick.ts'
