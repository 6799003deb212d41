import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#contract/errors.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import { ApiError, away, busy, type Fields } from '#server/errors.ts'
import { FAILURE_POLICY, failurePage } from './failure-page.ts'

const sentences: Record<string, [code: string, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send JSON (content-type: application/json).'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'That is more than can be taken at once.'],
}

/** Answers every error as `{ error, message, fields?, requestId }`. Internal details are never sent. */
export function answerErrors(http: FastifyInstance) {
  http.setNotFoundHandler(answerNotFound)
  http.setErrorHandler((cause: FastifyError | ApiError, request, reply) => {
    const error = isDatabaseAway(cause) ? away() : isOverload(cause) ? busy() : cause
    const [status, body] = describe(error)
    if (status >= 500) note(request, status, cause)
    if (error instanceof ApiError && error.retryAfter) reply.header('retry-after', error.retryAfter)
    if (status === 401) reply.header('www-authenticate', challengeOf(request))
    return isPage(request) ? answerPage(reply, status, body) : answer(request, reply, status, body)
  })
}

/** Callers who left while they were sending and disks that are full are no faults of the code: they need no stack. */
function note({ raw, log }: FastifyRequest, status: number, cause: FastifyError | ApiError) {
  if (isGone(raw, cause)) log.info('the caller left before the body was read')
  else if (status === 507) log.warn('no space left for an upload')
  else if (isDatabaseAway(cause)) log.warn('the database is away')
  else if (status === 501) log.info('asked for something that is not spoken here')
  else log.error({ err: cause }, 'failed')
}

/** How a body breaks off. */
const GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** A whole body may have come before the line broke. Its error tells that nobody had read all of it. */
const isGone = (raw: FastifyRequest['raw'], cause: FastifyError | ApiError) =>
  GONE.has(cause.code) && raw.destroyed && (!raw.complete || raw.errored === cause)

const QUERY_CANCELED = '57014'

/** The database took too long, or had no free connection for too long. It may recover. */
const isOverload = ({ code, message }: FastifyError | ApiError) =>
  code === QUERY_CANCELED || message === 'timeout exceeded when trying to connect'

/** Tells how to sign in, and whether the token was the fault (RFC 6750). */
const challengeOf = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? 'Bearer realm="Slide"' : 'Bearer realm="Slide", error="invalid_token"'

/** The address of every page. Other addresses answer a page to a visitor who asks for one. */
const PAGES = '/*'

const isPage = ({ routeOptions: { url = '' }, method, headers }: FastifyRequest) =>
  method === 'GET' &&
  (url === PAGES ||
    (!url.startsWith('/api/') && !url.startsWith('/media/') && String(headers.accept).includes('text/html')))

const answerPage = (reply: FastifyReply, status: number, { message }: ErrorReply) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': FAILURE_POLICY,
    })
    .send(failurePage(status, message))

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answer(request, reply, 404, {
    error: 'not_found',
    message: `There is no ${request.method} ${request.url.split('?')[0]}.`,
  })

/**
 * An address that can't be decoded or is too long reaches no route and no hook. It leads home, like any unknown page.
 */
export function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id)
  if (!request.url.startsWith('/api/')) void reply.redirect('/', 302)
  else void answer(request, reply, 400, { error: 'bad_request', message: 'The address can’t be understood.' })
}

const answer = (request: FastifyRequest, reply: FastifyReply, status: number, body: ErrorReply) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...body, requestId: request.id })

function describe(error: FastifyError | ApiError): [number, ErrorReply] {
  if (error instanceof ApiError) {
    const { status, code, message, fields, details } = error
    return [status, { error: code, message, ...(fields && { fields }), ...(details !== undefined && { details }) }]
  }
  if (error.validation) {
    const fields = fieldsOf(error.validation)
    return [400, { error: 'invalid', message: Object.values(fields)[0] ?? 'The input is not valid.', fields }]
  }
  const known = sentences[error.code]
  if (known) return [error.statusCode ?? 400, { error: known[0], message: known[1] }]
  const status = error.statusCode ?? 500
  if (status < 500) return [status, { error: 'bad_request', message: 'The request can’t be understood.' }]
  return [500, { error: 'internal', message: 'Something went wrong. Try again.' }]
}

/** The first message for each field, by its name in the input. */
function fieldsOf(issues: NonNullable<FastifyError['validation']>): Fields {
  const fields: Fields = {}
  for (const { instancePath, message } of issues)
    fields[instancePath.slice(1).replaceAll('/', '.') || 'body'] ??= message ?? 'Not valid.'
  return fields
}
