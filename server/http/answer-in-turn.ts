import type { FastifyInstance } from 'fastify'

/** Requests that may wait on one connection. Browsers send none ahead, and the headers of each take up to 30 KB here. */
const MOST_WAITING = 16

/**
 * Answers the requests of one connection one after the other. Node itself begins all that a connection sends ahead, and
 * keeps their files and answers in memory until the first is sent. A connection that sends too many ahead is closed.
 */
export function answerInTurn(http: FastifyInstance) {
  const lines = new WeakMap<object, (() => void)[]>()
  http.addHook('onRequest', (request, reply, done) => {
    const line = request.raw.socket
    const waiting = lines.get(line)
    if (!waiting) {
      lines.set(line, [])
      begin()
    } else if (waiting.length < MOST_WAITING) waiting.push(begin)
    else line.destroy()

    function begin() {
      reply.raw.once('close', goOn)
      done()
    }
    function goOn() {
      const next = lines.get(line)?.shift()
      if (next && !line.destroyed) next()
      else lines.delete(line)
    }
  })
}
