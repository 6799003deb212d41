import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/errors.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** The origin that the visitor sees: PUBLIC_URL, or else the request's host if it is a valid host name. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined) {
  if (publicUrl) return publicUrl
  const { protocol, host } = request
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) throw new ApiError(400, 'bad_request', 'That is no host.')
  // a proxy in front names the protocol, and passes on what a visitor sent unless it is told otherwise
  if (protocol !== 'http' && protocol !== 'https') throw new ApiError(400, 'bad_request', 'That is no protocol.')
  return `${protocol}://${host}`
}
