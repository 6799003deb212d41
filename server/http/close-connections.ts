import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * When the server closes, running calls finish, and then their connections close. Connections without a call, or with
 * an incomplete request, are closed at once: Node itself would wait for them for ever.
 */
export function closeIdleConnections(http: FastifyInstance) {
  const waiting = new Set<Socket>()
  let closing = false
  http.server.on('connection', (line: Socket) => {
    if (closing) return void line.destroy()
    waiting.add(line)
    line.once('close', () => waiting.delete(line))
  })
  http.server.on('request', ({ socket: line }, reply) => {
    waiting.delete(line)
    reply.once('close', () => {
      if (closing) line.destroySoon()
      else if (!line.destroyed) waiting.add(line)
    })
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const line of waiting) line.destroy()
  })
}
