import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer lasts as long as its reader, and ends the connection. */
    isStream?: boolean
  }
}

/** Node looks at this field when a request has been handed over. */
type Parsed = IncomingMessage & { upgrade?: boolean }

const gone = new WeakSet<IncomingMessage>()

/**
 * Whether a stream has its connection for itself. It hasn't if another request was sent before it was answered: then it is
 * an answer of HTTP like any other, because Node ends the whole server when HTTP answers something on a connection that
 * was taken from it.
 */
export const hasLeftHttp = (request: IncomingMessage) => gone.has(request)

/**
 * Takes connections that are asked for a stream out of HTTP, as Node does with connections that are upgraded: nothing
 * more is read from them as requests. Otherwise Node keeps a parser of 10 KB for each listener, for hours. Its hook must be
 * the first: Node looks at the field as soon as it has handed the request over, and another hook could hold it up.
 */
export function letStreamsLeaveHttp(http: FastifyInstance) {
  const leaving = new WeakSet<IncomingMessage>()
  http.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    // an answer without a connection waits for the end of another one
    if (routeOptions.config.isStream && reply.raw.socket) {
      reply.raw.setHeader('connection', 'close')
      ;(raw as Parsed).upgrade = true
      leaving.add(raw)
    }
    done()
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

/**
 * Lets a stream go on when Node's parser has read all that came: it has left HTTP then, or it stays. Its hook comes after
 * requests are put in turn: a request that was sent behind the stream would otherwise be first, and both would wait.
 */
export const waitForLeaving = (http: FastifyInstance) =>
  http.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    if (routeOptions.config.isStream) setImmediate(done)
    else done()
  })

/** Without a listener of somebody else, a request for another protocol is answered as if it had not asked for it. */
export const upgradesFor = (http: () => FastifyInstance) => () => http().server.listenerCount('upgrade') > 1
