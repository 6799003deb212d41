import { parentPort } from 'node:worker_threads'
import { MediaError } from './audio.ts'

/** Functions by name, each from one argument that can be copied to a result that can. */
export type TaskTable = Record<string, (args: never) => unknown>
export type TaskRequest = { name: string; args: unknown }
export type TaskReply =
  | { result: unknown }
  | { fault: { message: string; stack: string | undefined; isMediaError: boolean } }

/** The worker's side: one task at a time, until the pool ends it. */
export function serveTasks(tasks: TaskTable) {
  const port = parentPort
  if (!port) throw new Error('Tasks are served in a worker only.')
  const answer = async ({ name, args }: TaskRequest): Promise<TaskReply> => {
    try {
      const task = tasks[name]
      if (!task) throw new Error(`There is no task ${name}.`)
      return { result: await task(args as never) }
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      // An error's class doesn't survive the crossing, and the class says whose fault it was.
      return { fault: { message, stack, isMediaError: error instanceof MediaError } }
    }
  }
  port.on('message', (request: TaskRequest) => void answer(request).then((reply) => port.postMessage(reply)))
}
