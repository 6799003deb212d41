import type { ErrorReply } from '#contract/errors.ts'

/** What the server answered when it was not what was asked for. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly error: string
  readonly fields: Record<string, string>

  constructor(status: number, { error, message, fields }: Partial<ErrorReply>) {
    super(message ?? '')
    this.status = status
    this.error = error ?? 'unknown'
    this.fields = fields ?? {}
  }
}

/** The server's own sentence, or ours when it had none. */
export const sentenceOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiFailure && error.message) || otherwise
