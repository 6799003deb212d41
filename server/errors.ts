export type Fields = Record<string, string>

type More = { fields?: Fields; details?: unknown; retryAfter?: number }

/** An error for the caller: a stable code, a sentence, and perhaps details and a message for each field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Fields | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.details = more.details
    this.retryAfter = more.retryAfter
  }
}

export const notFound = (what: string) => new ApiError(404, 'not_found', `${what} not found.`)
export const unauthorized = (message = 'Please sign in.') => new ApiError(401, 'unauthorized', message)
export const forbidden = (message = 'You may not do that.') => new ApiError(403, 'forbidden', message)
export const conflict = (code: string, message: string, fields?: Fields) =>
  new ApiError(409, code, message, fields ? { fields } : {})
export const invalid = (fields: Fields) =>
  new ApiError(400, 'invalid', Object.values(fields)[0] ?? 'Some of that is not valid.', { fields })
export const tooManyRequests = (retryAfter: number) =>
  new ApiError(429, 'rate_limited', `Too many attempts. Try again in ${waiting(retryAfter)}.`, { retryAfter })
/** A short overload. The caller may try again soon. */
export const busy = () => new ApiError(503, 'busy', 'Too much is going on. Try again in a moment.', { retryAfter: 5 })
/** The database is away for a moment. Everything goes on when it is back. */
export const away = () =>
  new ApiError(503, 'unavailable', 'Slide is catching its breath. Try again in a few seconds.', { retryAfter: 2 })

function waiting(seconds: number) {
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
