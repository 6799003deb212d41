import { onDemand } from '#web/on-demand/on-demand.ts'
import { wanted } from './likes.ts'

export const likeCode = onDemand(() => import('./like.ts'))

/** Asks for all newly shown items in one call. After a failure, the next shown item makes another call. */
export function showLike(id: number) {
  if (wanted.size === 0)
    void likeCode.load().then(
      ({ askForLikes }) => askForLikes(),
      () => wanted.clear(),
    )
  wanted.add(id)
}
