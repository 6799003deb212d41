import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasLeftHttp } from './leave-http.ts'
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
type Opened = Owner & { write: (text: string) => void; end: (hint?: string) => void }

/** Makes event streams. They end when the server closes, with a hint to come back. */
export function eventStreams(http: FastifyInstance) {
  const opened = new Set<Opened>() // oldest first
  let beat: NodeJS.Timeout | undefined
  // the server waits for open replies when it closes: end the streams first
  let closing = false
  http.addHook('preClose', async () => {
    closing = true
    opened.forEach(({ end }) => end(COME_BACK))
  })

  function makeRoom(owner: Owner) {
    for (const part of ['account', 'address'] as const) {
      if (owner[part] === undefined) continue
      let [count, oldest] = [0, undefined as Opened | undefined]
      for (const other of opened) {
        if (other[part] !== owner[part]) continue
        count++
        oldest ??= other
      }
      if (count >= MOST[part]) oldest?.end('retry: 60000\n\n')
    }
  }
  function remember(one: Opened) {
    opened.add(one)
    beat ??= setInterval(() => opened.forEach(({ write }) => write(':\n\n')), HEARTBEAT)
  }
  function forget(one: Opened) {
    const isForgotten = opened.delete(one)
    if (opened.size > 0) return isForgotten
    clearInterval(beat)
    beat = undefined
    return isForgotten
  }

  /**
   * Answers with a stream. `start` begins to send, and returns a function that stops it when the stream is over. After
   * the headers it writes to the connection itself where it can, so that request and reply can be forgotten.
   */
  return <E extends Event>(reply: FastifyReply, start: (stream: EventStream<E>) => () => void) => {
    const line = sendHeaders(reply)
    if (!line) return reply // the listener has left
    let stop: (() => void) | undefined
    const one: Opened = {
      account: reply.request.viewer?.id,
      address: networkOf(reply.request.ip ?? ''),
      write(text) {
        if (line.writableEnded || line.destroyed) return
        line.write(text)
        if (line.writableLength > MOST_WAITING) one.end()
      },
      end(hint = '') {
        if (forget(one)) stop?.()
        if (line.writableEnded || line.destroyed) return
        line.end(hint)
        if (line instanceof Socket) line.destroySoon() // HTTP no longer does it, and a listener may never close its side
      },
    }
    makeRoom(one)
    remember(one)
    stop = start({
      send: ({ event, id, data }) => one.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => one.end(),
    })
    if (!opened.has(one)) stop()
    one.write('retry: 2000\n\n')
    // the server or the listener may end the stream, the listener even before it began
    line.once('close', () => one.end())
    if (line.destroyed) one.end()
    if (closing) one.end(COME_BACK) // the server may have begun to close after the request came
    return reply
  }
}

/** Sends the headers, and returns what takes the body: the connection itself, which ends with it, or the answer. */
function sendHeaders(reply: FastifyReply) {
  const { raw, request } = reply.hijack()
  const line = raw.socket
  const ownsLine = hasLeftHttp(request.raw)
  if (ownsLine) raw.removeHeader('transfer-encoding')
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  raw.flushHeaders()
  if (!line || !ownsLine) return line && raw
  raw.detachSocket(line)
  return line
}
