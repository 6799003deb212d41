import type { LiveEvent } from './live.ts'
import { openStream } from './open-stream.ts'
import { readEvents } from './read-events.ts'

/** The server sends a heartbeat every 25 seconds. After more than two missing ones the line counts as dead. */
const SILENCE = 60_000
const LOOK = 10_000
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

type Stream = {
  /** The number of the last delivered event, sent when connecting again. */
  last: () => number | undefined
  tell: (event: LiveEvent) => void
  signal: AbortSignal
}

/** Keeps the stream of events open and connects again after a break, until it is aborted or the session ends. */
export async function holdStream(stream: Stream) {
  let failures = 0
  while (!stream.signal.aborted) {
    let pause = FIRST_PAUSE
    try {
      const reply = await openStream('/api/notifications/stream', stream.last(), stream.signal)
      if (!reply) return // the session has ended
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

/** Stops reading after a long silence, for example after the computer slept. */
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

/** Waits. Ends early when the line is back or the stream is aborted. */
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
