import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { MediaError } from './audio.ts'
import { killChild, type Child, type Limits } from './child.ts'
import { fromFrame, toFrame } from './frame.ts'
import type { JobReply, JobRequest } from './serve-job.ts'

const MOST_COMPLAINTS = 16_384 // bytes kept of what a child writes to standard error
const MB = 1_024 * 1_024

const TOO_LONG = 'This file takes too long to read.'
const TOO_MUCH_MEMORY = 'This file takes too much memory to read.'
const ENDED = 'This file could not be read: reading it ended too early.'
/** How V8, WebAssembly, libvips and the C++ library say that memory ran out. */
const OUT_OF_MEMORY = /out of memory|allocation failed|failed to allocate|bad_alloc|unable to grow instance memory/i

/** Gives a child its one job. A child that breaks a limit is killed, and the error gives the seller the reason. */
export async function runJob(child: Child, request: JobRequest, { wallSeconds, replyMb }: Limits): Promise<unknown> {
  let broken: string | null = null
  const breakOff = (reason: string) => {
    broken ??= reason
    killChild(child)
  }
  const reply = collect(child.reply, replyMb * MB, () => breakOff('Reading this file gave too much.'))
  const complaints = lastOf(child.stderr, MOST_COMPLAINTS)
  const timer = setTimeout(() => breakOff(TOO_LONG), wallSeconds * 1_000)
  try {
    child.stdin.on('error', () => {}) // the child may end before it has read its job
    for (const part of toFrame(request)) child.stdin.write(part)
    child.stdin.end()
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (broken !== null) throw new MediaError(broken)
    if (code !== 0) throw endOf(code, signal, complaints().toString())
    return resultOf(fromFrame(reply()) as JobReply)
  } finally {
    clearTimeout(timer)
    killChild(child)
  }
}

/** Keeps the first bytes of a stream. Reads on to the end, so that the writer never waits. */
function collect(stream: Readable, most: number, tooMuch: () => void) {
  const parts: Buffer[] = []
  let bytes = 0
  stream.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= most) parts.push(part)
    else tooMuch()
  })
  return () => Buffer.concat(parts)
}

/** Keeps the last bytes of a stream: what a process says before it ends is the reason of its end. */
function lastOf(stream: Readable, most: number) {
  let kept = Buffer.alloc(0)
  stream.on('data', (part: Buffer) => (kept = Buffer.concat([kept, part]).subarray(-most)))
  return () => kept
}

function endOf(code: number | null, signal: NodeJS.Signals | null, complaints: string) {
  const cause = new Error(`The child ended with ${signal ?? code}: ${complaints}`)
  if (signal === 'SIGXCPU') return new MediaError(TOO_LONG, { cause })
  return new MediaError(OUT_OF_MEMORY.test(complaints) ? TOO_MUCH_MEMORY : ENDED, { cause })
}

function resultOf(reply: JobReply) {
  if (!('fault' in reply)) return reply.result
  const { message, stack, isMediaError } = reply.fault
  if (!isMediaError && OUT_OF_MEMORY.test(message)) throw new MediaError(TOO_MUCH_MEMORY)
  const error = isMediaError ? new MediaError(message) : new Error(message)
  if (stack !== undefined) error.stack = stack
  throw error
}
