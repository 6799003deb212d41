import { serveJob } from './serve-job.ts'
import { soundTasks } from './sound-tasks.ts'

await serveJob(soundTasks)
