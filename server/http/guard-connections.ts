import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { networkOf } from './networks.ts'

/** Connections of one address. A browser opens six. */
const MOST_OF_ONE = 256

/** A reader must take some of its answer in each such span. */
const SPAN = 60_000
const CLOSING_SPAN = 2_000

type Guarding = Pick<Config, 'rateLimit' | 'trustProxy'>

/** Limits the connections of each address, and closes connections whose reader has stopped reading. */
export function guardConnections(http: FastifyInstance, config: Guarding, spanMs = SPAN) {
  const lines = new Map<Socket, number>()
  // behind a proxy, all connections come from the proxy, which has to limit them itself
  const counts = config.rateLimit && !config.trustProxy ? new Map<string, number>() : null

  http.server.on('connection', (line: Socket) => {
    const network = networkOf(line.remoteAddress ?? '')
    const own = (counts?.get(network) ?? 0) + 1
    if (own > MOST_OF_ONE) return void line.destroy()
    counts?.set(network, own)
    lines.set(line, NOTHING_WAITS)
    line.once('close', () => {
      lines.delete(line)
      const left = (counts?.get(network) ?? 1) - 1
      if (left > 0) counts?.set(network, left)
      else counts?.delete(network)
    })
  })

  function endStalled() {
    for (const [line, before] of lines) {
      const now = line.writableLength === 0 ? NOTHING_WAITS : line.bytesWritten - line.writableLength
      if (now === before && now !== NOTHING_WAITS) line.destroy()
      else lines.set(line, now)
    }
  }
  let timer = setInterval(endStalled, spanMs).unref()
  // a closing server waits for its answers, but not for readers who take none
  http.addHook('preClose', async () => {
    clearInterval(timer)
    timer = setInterval(endStalled, Math.min(spanMs, CLOSING_SPAN)).unref()
  })
  http.addHook('onClose', async () => clearInterval(timer))
}

const NOTHING_WAITS = -1
