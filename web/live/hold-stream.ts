import { openStream } from '#web/api/call.ts'
import type { LiveEvent } from './live.ts'
import { readEvents } from './read-events.ts'

/** The server's heartbeat comes every 25 seconds. After more than two without one the line is taken for dead. */
const SILENCE = 60_000
const LOOK = 10_000
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

type Stream = {
  /** The number of the last event that was told, sent when coming back. */
  last: () => number | undefined
  tell: (event: LiveEvent) => void
  signal: AbortSignal
}

/** Holds the stream of events open and comes back to it, until the signal says so or the session is over. */
export async function holdStream(stream: Stream) {
  let failures = 0
  while (!stream.signal.aborted) {
    let pause = FIRST_PAUSE
    try {
      const reply = await openStream('/api/notifications/stream', stream.last(), stream.signal)
      if (!reply) return // the session is over
      if (!reply.ok || !reply.body) throw new Error(`The stream answered ${reply.status}`)
      failures = 0
      for await (const { retry, event, id, data } of untilSilent(reply.body)) {
        if (retry) pause = retry
        if (event && data) stream.tell({ event, id: Number(id), data: JSON.parse(data) } as LiveEvent)
      }
    } catch {
      pause = Math.min(pause * 2 ** failures++, LONGEST_PAUSE)
    }
    await rest(pause * (0.5 + Math.random()), stream.signal)
  }
}

/** Gives the reading up when nothing was heard for too long, as after the computer slept. */
async function* untilSilent(body: ReadableStream<BufferSource>) {
  const silent = new AbortController()
  let last = Date.now()
  const look = () => {
    if (Date.now() - last > SILENCE) silent.abort()
  }
  const timer = setInterval(look, LOOK)
  document.addEventListener('visibilitychange', look)
  try {
    for await (const part of readEvents(body, silent.signal)) {
      last = Date.now()
      yield part
    }
  } finally {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Ends early when the line is back or the stream is not wanted any more. */
const rest = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      done()
    }
    const timer = setTimeout(over, signal.aborted ? 0 : milliseconds)
    addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
