/** The database can't be reached at present. Whether a statement that was sent has been committed is unknown. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

export const isDatabaseAway = (error: unknown) => error instanceof DatabaseAway

/** Shutdowns, crashes and starts of the database's server. */
const ENDINGS = /^(?:08\w{3}|57P0[123])$/
/** Failures of the network. */
const LOSSES = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN EAI_AGAIN ENOTFOUND'.split(' '),
)
/** Messages of the driver's errors that have no code. */
const SENTENCES = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/

/** Makes a lost connection a `DatabaseAway`. Other errors stay as they are. */
export function asAway(error: unknown) {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isLost = 'severity' in (error as object) ? ENDINGS.test(code) : LOSSES.has(code) || SENTENCES.test(message)
  return isLost ? new DatabaseAway(message, { cause: error }) : error
}
