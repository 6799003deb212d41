// A process that runs one job and keeps another child started ahead, until it is killed.
import { startChild, type ChildOptions } from '#server/media/child.ts'
import { runJob } from '#server/media/run-job.ts'

const limits = { memoryMb: 200, cpuSeconds: 60, wallSeconds: 600, replyMb: 1 }
const options: ChildOptions = {
  script: new URL('./rough-job.ts', import.meta.url),
  sources: ['test/programs/'],
  limits,
  isNative: false,
}
const files = { reads: [], writes: [] }
const [busy, spare] = [startChild(options, files), startChild(options, files)]
busy.stderr.pipe(process.stdout)
console.log(`children ${busy.pid} ${spare.pid}`)
await runJob(busy, { name: 'sleep', args: undefined }, limits)
