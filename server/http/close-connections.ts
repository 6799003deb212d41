import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Calls under way finish when the server closes, and their lines with them. Whoever only keeps a line open is hung up on,
 * also on one that has not asked yet or not to the end: Node itself would wait for those for ever.
 */
export function letGoOnClose(http: FastifyInstance) {
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
