import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take any time as long as data keeps coming. */
    isUpload?: boolean
  }
}

export type BodyTimes = {
  /** The time for a whole body. */
  wholeMs: number
  /** An upload must bring `leastBytes` in each such span. */
  spanMs: number
  leastBytes: number
  /** The time for the rest of an upload that was refused before its end. Most clients read the answer only then. */
  restMs: number
}
const TIMES: BodyTimes = { wholeMs: 30_000, spanMs: 60_000, leastBytes: 64 * 1024, restMs: 3_000 }

/**
 * Closes connections whose body arrives too slowly. Node's own limit is the same for all routes and would cut long
 * uploads.
 */
export function limitBodyTime(http: FastifyInstance, { wholeMs, spanMs, leastBytes, restMs }: BodyTimes = TIMES) {
  http.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const line: unknown = raw.socket
    if (!(line instanceof Socket) || raw.complete || !hasBody(request)) return
    const { isUpload } = request.routeOptions.config
    let bytesBefore = line.bytesRead
    const check = () => {
      const bytes = line.bytesRead - bytesBefore
      bytesBefore = line.bytesRead
      if (raw.complete) return clearInterval(timer)
      if (isUpload && !reply.sent && bytes >= leastBytes) return
      clearInterval(timer)
      if (!reply.raw.headersSent) line.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      line.destroySoon()
    }
    let timer = setInterval(check, isUpload ? spanMs : wholeMs)
    raw.once('close', () => clearInterval(timer)) // the body has ended, or the line has
    if (!isUpload) return
    reply.raw.once('finish', () => {
      if (raw.complete) return
      clearInterval(timer)
      timer = setInterval(check, restMs)
      raw.unpipe().resume()
    })
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
