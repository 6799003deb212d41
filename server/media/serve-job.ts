import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { MediaError } from './audio.ts'
import { fromFrame, toFrame } from './frame.ts'

/** Functions by name. Each takes one argument and returns one result, of plain values and bytes. */
export type TaskTable = Record<string, (args: never) => unknown>
export type JobRequest = { name: string; args: unknown }
export type JobReply =
  | { result?: unknown }
  | { fault: { message: string; stack: string | undefined; isMediaError: boolean } }

/** Not standard output, because libraries may print to it. */
export const REPLY_FD = 3
/** The parent writes nothing here, and holds the other end as long as it lives. */
export const LIFELINE_FD = 4

/** The child's side: reads one job from standard input, answers it and ends. */
export async function serveJob(tasks: TaskTable) {
  endWithParent()
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL) // serving pages is more urgent
  const request = fromFrame(await buffer(process.stdin)) as JobRequest
  for (const part of toFrame(await answer(tasks, request))) writeWhole(part)
}

/** A parent that was killed can't kill its children, and a job at work would go on for nobody. */
function endWithParent() {
  const lifeline = new Socket({ fd: LIFELINE_FD })
  lifeline.on('error', () => {}).on('close', () => process.exit(1))
  lifeline.resume().unref()
}

async function answer(tasks: TaskTable, { name, args }: JobRequest): Promise<JobReply> {
  try {
    const task = tasks[name]
    if (!task) throw new Error(`There is no task ${name}.`)
    return { result: await task(args as never) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    // The pipe loses the class of an error, so the reply says whether the file is at fault.
    return { fault: { message, stack, isMediaError: error instanceof MediaError } }
  }
}

function writeWhole(bytes: Uint8Array) {
  for (let done = 0; done < bytes.length;) done += writeSync(REPLY_FD, bytes, done)
}
