import { accountTakers } from '#server/accounts/index.ts'
import { throttleTaker } from '#server/http/throttle.ts'
import type { Taker } from '#server/jobs/due.ts'
import { socialTakers } from '#server/social/index.ts'

/** The table of contents of what becomes due: each room takes its own rows, once a minute. */
export const takers: Taker[] = [...accountTakers, ...socialTakers, throttleTaker]
