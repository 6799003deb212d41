import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer lasts as long as its reader, and ends the connection. */
    isStream?: boolean
  }
}

/** Node looks at this field when its parser has read a request. */
type Parsed = IncomingMessage & { upgrade?: boolean }

/**
 * Takes connections that are asked for a stream out of HTTP, as Node does with connections that are upgraded: nothing
 * more is read from them as requests. Otherwise Node keeps a parser of 10 KB for each listener, for hours.
 */
export function letStreamsLeaveHttp(http: FastifyInstance) {
  const streams = new Set<string>()
  const leaving = new WeakSet<IncomingMessage>()
  const gone = new WeakSet<IncomingMessage>()
  http.addHook('onRoute', ({ url, config }) => {
    if (config?.isStream) streams.add(url)
  })
  http.server.on('request', (request: Parsed, reply) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    // an answer without a connection waits for another one: the request was sent ahead
    if (request.method !== 'GET' || !streams.has(path) || !reply.socket || reply.headersSent) return
    reply.setHeader('connection', 'close')
    request.upgrade = true
    leaving.add(request)
  })
  // Node ends the whole server if a connection of HTTP has a stream and answers something else. It leaves once its
  // parser has read all that came, and stays if another request came with it.
  http.addHook('onRequest', async ({ raw, routeOptions: { config } }) => {
    if (!config.isStream) return
    await setImmediate()
    if (!gone.has(raw)) throw misplaced()
  })
  // Node's own listeners are gone by now
  http.server.on('upgrade', (request: IncomingMessage, line: Socket) => {
    if (!leaving.has(request)) return
    gone.add(request)
    line.on('error', () => {})
    line.once('end', () => line.destroySoon())
    line.once('data', () => line.destroy()) // nobody would answer another request
  })
}

const misplaced = () =>
  new ApiError(400, 'bad_request', 'Ask for a stream at exactly its address, and on a connection without other calls.')

/** Without a listener of somebody else, a request for another protocol is answered as if it had not asked for it. */
export const upgradesFor = (http: () => FastifyInstance) => () => http().server.listenerCount('upgrade') > 1
