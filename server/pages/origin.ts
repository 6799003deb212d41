import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/errors.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** The origin that the visitor sees: PUBLIC_URL, or else the request's host if it is a valid host name. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined) {
  if (publicUrl) return publicUrl
  if (!HOST.test(request.host) || !URL.canParse(`http://${request.host}`))
    throw new ApiError(400, 'bad_request', 'That is no host.')
  return `${request.protocol}://${request.host}`
}
