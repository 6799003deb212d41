import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

const HEARTBEAT = 25_000

type Event = { event: string; id: number; data: unknown }
export type EventStream<E extends Event> = { send: (event: E) => void; end: () => void }
export type OpenStream = ReturnType<typeof eventStreams>

/** Event streams that end when the server does, with a hint to come back. */
export function eventStreams(http: FastifyInstance) {
  const open = new Set<PassThrough>()
  // Fastify waits for open replies when it closes: end the streams first
  http.addHook('preClose', async () => open.forEach((stream) => stream.end('retry: 1000\n\n')))

  /** Opens the stream as this reply; what `start` returns is called when it is over. */
  return <E extends Event>(reply: FastifyReply, start: (stream: EventStream<E>) => () => void) => {
    const stream = new PassThrough()
    open.add(stream)
    const stop = start({
      send: ({ event, id, data }) => stream.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => stream.end(),
    })
    const beat = setInterval(() => stream.write(':\n\n'), HEARTBEAT)
    stream.write('retry: 2000\n\n')
    reply.raw.once('close', () => stream.destroy())
    // whoever ends it, we or the listener, who may have left before it began
    stream.once('close', () => {
      clearInterval(beat)
      stop()
      open.delete(stream)
    })
    return reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream)
  }
}
