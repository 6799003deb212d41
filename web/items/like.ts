import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { act } from '#web/api/use-action.ts'
import { onceSignedIn } from '#web/session/once-signed-in.ts'
import { ownMarks } from '#web/session/own-marks.ts'
import { accountNow } from '#web/session/session.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { toast } from '#web/ui/toast.ts'
import { useLikes, type Likeable } from './likes.ts'
import { itemRoute } from './kinds.ts'

/** The detail of the event `likes:changed`, which other parts of the page that show the item listen to. */
export type LikesChanged = { id: number; kind: Likeable['kind']; liked: boolean; likeCount: number }

const FAILED = "Couldn't update like. Please try again."
const stateOf = ({ id, likeCount }: Likeable) => ({ liked: false, likeCount, ...useLikes.getState()[id] })

const { change, askFor: askForLikes } = ownMarks({
  store: useLikes,
  ask: async (items) => (await call('GET /me/likes', { query: { items } })).liked,
  answered: (liked) => ({ liked }),
})
export { askForLikes }

/** Called by a press on the heart. */
export function toggleLike(item: Likeable, failed = FAILED) {
  if (!accountNow()) return likeOnceSignedIn(item, failed)
  return setLike(item, !stateOf(item).liked, failed)
}

/** Shows the like at once, then the server's answer, or the old state after a failure. */
const setLike = (item: Likeable, liked: boolean, failed: string) =>
  change(item.id, async () => {
    const asker = accountNow()
    const before = stateOf(item)
    const input = { params: { id: item.id } }
    const outcome = await act(
      {
        optimistic() {
          tell(item, { liked, likeCount: before.likeCount + (liked === before.liked ? 0 : liked ? 1 : -1) })
          return () => {
            if (!accountNow()) tell(item, { ...before, liked: false }) // the session has ended
            else if (accountNow() === asker) tell(item, before)
          }
        },
        async send() {
          const found = await call(itemRoute(item.kind, 'liked'), input)
          return found.liked === liked ? found : call(itemRoute(item.kind, liked ? 'POST like' : 'DELETE like'), input)
        },
        success: liked ? 'Successfully liked' : 'Successfully unliked',
        failure: (error) =>
          error instanceof ApiFailure && error.status === 401 ? 'Please sign in to like beats.' : failed,
      },
      undefined,
    )
    if (outcome.done && accountNow() === asker) tell(item, outcome.result)
  })

function tell({ id, kind }: Likeable, state: { liked: boolean; likeCount: number }) {
  useLikes.setState({ [id]: state })
  const detail: LikesChanged = { id, kind, ...state }
  document.dispatchEvent(new CustomEvent('likes:changed', { detail }))
}

function likeOnceSignedIn(item: Likeable, failed: string) {
  toast('Please sign up to like this item')
  openSignIn()
  onceSignedIn(() => void setLike(item, true, failed))
}
