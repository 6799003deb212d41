import { onDemand } from '#web/on-demand/on-demand.ts'
import { wanted } from './likes.ts'

export const likeCode = onDemand(() => import('./like.ts'))

/** One call for all items that come to be shown at once. Where it fails, hearts stay empty until the next is shown. */
export function showLike(id: number) {
  if (wanted.size === 0)
    void likeCode.load().then(
      ({ askForLikes }) => askForLikes(),
      () => wanted.clear(),
    )
  wanted.add(id)
}
