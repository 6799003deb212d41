// This file imports no zod: the server and the page about privacy read it.

/** A token for calls lasts so long. */
export const ACCESS_MINUTES = 15

/** A session that is not used for so long has ended. */
export const REFRESH_DAYS = 60

/** One day longer than a token lives. Until then a second use of an old token still ends the session. */
export const SESSION_KEPT_DAYS = REFRESH_DAYS + 1
