import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/errors.ts'

/** A proxy and the server could each believe another one of two hosts (RFC 9112 wants a 400). Node takes the first. */
export function refuseTwoHosts(http: FastifyInstance) {
  http.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
    if (hosts > 1) throw new ApiError(400, 'bad_request', 'Send one host.')
  })
}
