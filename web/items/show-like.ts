import { onDemand } from '#web/on-demand/on-demand.ts'
import { inOneCall } from '#web/session/in-one-call.ts'

export const likeCode = onDemand(() => import('./like.ts'))

/** Asks whether the visitor likes an item that is shown. */
export const showLike = inOneCall(async () => (await likeCode.load()).askForLikes)
