type Authorization = {
  token: () => string | null
  /** Returns a fresh token in place of a refused one, or null when the session is over. */
  renew: (refused: string) => Promise<string | null>
  /** The token, renewed if it has expired. */
  fresh: () => Promise<string | null>
  /** A call was refused to this account. */
  forbidden: () => void
}

/** Set by the session, which knows the tokens; calls know only that there may be one. */
export const authorization: Authorization = {
  token: () => null,
  renew: async () => null,
  fresh: async () => null,
  forbidden: () => {},
}
export const authorizeBy = (given: Authorization) => void Object.assign(authorization, given)
