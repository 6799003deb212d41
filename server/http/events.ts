import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { networkOf } from './networks.ts'

const HEARTBEAT = 25_000
/** Open streams on one node. One more ends the oldest, which is asked to stay away for a minute. */
const MOST = { account: 20, address: 200 }
/** Bytes that a slow reader may leave unread. More of them end the stream; the reader comes back and gets the rest. */
const MOST_WAITING = 1_000_000

const COME_BACK = 'retry: 1000\n\n'

type Event = { event: string; id: number; data: unknown }
export type EventStream<E extends Event> = { send: (event: E) => void; end: () => void }
export type OpenStream = ReturnType<typeof eventStreams>

type Owner = { account: number | undefined; address: string }
type Opened = Owner & { end: (hint?: string) => void }

/** Makes event streams. They end when the server closes, with a hint to come back. */
export function eventStreams(http: FastifyInstance) {
  const opened = new Set<Opened>() // oldest first
  // Fastify waits for open replies when it closes: end the streams first
  let closing = false
  http.addHook('preClose', async () => {
    closing = true
    opened.forEach(({ end }) => end(COME_BACK))
  })

  function makeRoom(owner: Owner) {
    for (const part of ['account', 'address'] as const) {
      const theirs = [...opened].filter((other) => owner[part] !== undefined && other[part] === owner[part])
      if (theirs.length >= MOST[part]) theirs[0]?.end('retry: 60000\n\n')
    }
  }

  /** Answers with a stream. `start` begins to send, and returns a function that stops it when the stream is over. */
  return <E extends Event>(reply: FastifyReply, start: (stream: EventStream<E>) => () => void) => {
    const stream = new PassThrough()
    const { viewer, ip } = reply.request
    const owner = { account: viewer?.id, address: networkOf(ip ?? '') }
    const one: Opened = {
      ...owner,
      end(hint = '') {
        forget()
        if (stream.writable) stream.end(hint)
      },
    }
    const write = (text: string) => {
      if (!stream.writable) return
      stream.write(text)
      if (stream.writableLength + stream.readableLength > MOST_WAITING) one.end()
    }
    makeRoom(owner)
    opened.add(one)
    const stop = start({
      send: ({ event, id, data }) => write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      end: one.end,
    })
    const beat = setInterval(() => write(':\n\n'), HEARTBEAT)
    write('retry: 2000\n\n')
    function forget() {
      if (!opened.delete(one)) return
      clearInterval(beat)
      stop()
    }
    reply.raw.once('close', () => stream.destroy())
    // the server or the listener may end the stream, the listener even before it began
    stream.once('close', forget)
    if (closing) one.end(COME_BACK) // the server may have begun to close after the request came
    return reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream)
  }
}
