import { pictureTasks } from './picture-tasks.ts'
import { serveJob } from './serve-job.ts'

await serveJob(pictureTasks)
