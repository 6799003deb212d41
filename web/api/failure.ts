import type { ErrorCodeOf, ErrorDetailsOf, Route } from '#contract/caller.ts'
import type { ErrorReply } from '#contract/errors.ts'

/** An error that the server answered. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly error: string
  readonly fields: Record<string, string>
  readonly details: unknown

  constructor(status: number, { error, message, fields, details }: Partial<ErrorReply>) {
    super(message ?? '')
    this.status = status
    this.error = error ?? 'unknown'
    this.fields = fields ?? {}
    this.details = details
  }
}

/** A later call of an action has failed, after an earlier one has changed something. */
export class PartlyDone extends Error {}

/** The server has refused, so nothing was done. After any other error nobody knows. */
export const isRefusal = (error: unknown): error is ApiFailure => error instanceof ApiFailure && error.status < 500

/** The server's sentence, or the given one if the server sent none. */
export const sentenceOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiFailure && error.message) || otherwise

/** The advice to a visitor beside something that could not be loaded. */
export const adviceAbout = (error: unknown) => sentenceOf(error, 'Check your connection and try again.')

/** The details of an error that the route's contract declares; null for any other error. */
export function detailsOf<R extends Route, Code extends ErrorCodeOf<R>>(
  _route: R,
  error: unknown,
  code: Code,
): ErrorDetailsOf<R, Code> | null {
  return error instanceof ApiFailure && error.error === code ? (error.details as ErrorDetailsOf<R, Code>) : null
}
