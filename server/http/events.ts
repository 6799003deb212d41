import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { networkOf } from './throttle.ts'

const HEARTBEAT = 25_000
/** On one node. Whoever opens one more loses the oldest, which is told to stay away for a while. */
const MOST = { account: 20, address: 200 }

const COME_BACK = 'retry: 1000\n\n'

type Event = { event: string; id: number; data: unknown }
export type EventStream<E extends Event> = { send: (event: E) => void; end: () => void }
export type OpenStream = ReturnType<typeof eventStreams>

type Owner = { account: number | undefined; address: string }
type Opened = Owner & { end: (hint?: string) => void }

/** Event streams that end when the server does, with a hint to come back. */
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

  /** Opens the stream as this reply; what `start` returns is called when it is over. */
  return <E extends Event>(reply: FastifyReply, start: (stream: EventStream<E>) => () => void) => {
    const stream = new PassThrough()
    const { viewer, ip } = reply.request
    const owner = { account: viewer?.id, address: networkOf(ip ?? '') }
    const one: Opened = {
      ...owner,
      end(hint = '') {
        forget()
        stream.end(hint)
      },
    }
    makeRoom(owner)
    opened.add(one)
    const stop = start({
      send: ({ event, id, data }) => stream.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      end: one.end,
    })
    const beat = setInterval(() => stream.write(':\n\n'), HEARTBEAT)
    stream.write('retry: 2000\n\n')
    function forget() {
      if (!opened.delete(one)) return
      clearInterval(beat)
      stop()
    }
    reply.raw.once('close', () => stream.destroy())
    // whoever ends it, we or the listener, who may have left before it began
    stream.once('close', forget)
    if (closing) one.end(COME_BACK) // who asked just before
    return reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream)
  }
}
