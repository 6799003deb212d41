import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer lasts as long as its reader, and ends the connection. */
    isStream?: boolean
  }
}

/** Node looks at this field when a request has been handed over. */
type Parsed = IncomingMessage & { upgrade?: boolean }

/**
 * Takes connections that are asked for a stream out of HTTP, as Node does with connections that are upgraded: nothing
 * more is read from them as requests. Otherwise Node keeps a parser of 10 KB for each listener, for hours. Its hook must be
 * the first: Node looks at the field as soon as it has handed the request over, and another hook could hold it up.
 */
export function letStreamsLeaveHttp(http: FastifyInstance) {
  const leaving = new WeakSet<IncomingMessage>()
  const gone = new WeakSet<IncomingMessage>()
  http.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (!routeOptions.config.isStream) return done()
    // an answer without a connection waits for another one: the request was sent ahead
    if (reply.raw.socket) {
      reply.raw.setHeader('connection', 'close')
      ;(raw as Parsed).upgrade = true
      leaving.add(raw)
    }
    // Node ends the whole server if a connection of HTTP has a stream and answers something else. It leaves once its
    // parser has read all that came, and stays if another request came with it.
    setImmediate(() => done(gone.has(raw) ? undefined : misplaced()))
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

const misplaced = () => new ApiError(400, 'bad_request', 'Ask for a stream on a connection without other calls.')

/** Without a listener of somebody else, a request for another protocol is answered as if it had not asked for it. */
export const upgradesFor = (http: () => FastifyInstance) => () => http().server.listenerCount('upgrade') > 1
