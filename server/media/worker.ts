import { serveTasks } from './serve-tasks.ts'
import { mediaTasks } from './tasks.ts'

serveTasks(mediaTasks)
