import type { APIRequestContext } from '@playwright/test'

let hosts = 0

/** Each name of this machine has pages of its own, which the server keeps for 15 seconds: a new name has none yet. */
export const freshHost = () => `fresh-${process.pid}-${++hosts}.localhost:${new URL(process.env.E2E_URL ?? '').port}`

/** A page as it is now. */
export const askFresh = (request: APIRequestContext, path: string, host = freshHost()) =>
  request.get(path, { headers: { host } })
