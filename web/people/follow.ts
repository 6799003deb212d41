import { call } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'
import { onceSignedIn } from '#web/session/once-signed-in.ts'
import { ownMarks } from '#web/session/own-marks.ts'
import { accountNow } from '#web/session/session.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useFollows, type Followable } from './follows.ts'

const stateOf = ({ id, followersCount }: Followable) => ({
  followed: false,
  followers: followersCount,
  ...useFollows.getState()[id],
})

const { change, askFor: askForFollows } = ownMarks({
  store: useFollows,
  ask: async (people) => (await call('GET /me/follows', { query: { people } })).followed,
  answered: (followed) => ({ followed }),
})
export { askForFollows }

/** Called by a press on the button. Guests sign in first. */
export function toggleFollow(person: Followable) {
  if (!accountNow()) return followOnceSignedIn(person)
  return setFollow(person, !stateOf(person).followed)
}

/** Shows the follow at once, then the server's count, or the old state after a failure. */
const setFollow = (person: Followable, followed: boolean) =>
  change(person.id, async () => {
    const { id } = person
    const asker = accountNow()
    if (asker === id) return
    const before = stateOf(person)
    const tell = (state: typeof before) => accountNow() === asker && useFollows.setState({ [id]: state })
    const outcome = await act(
      {
        optimistic() {
          tell({ followed, followers: before.followers + (followed === before.followed ? 0 : followed ? 1 : -1) })
          return () => tell(before)
        },
        send: () => call(followed ? 'POST /follow/:id' : 'DELETE /follow/:id', { params: { id } }),
        failure: 'Couldn’t update follow. Please try again.',
      },
      undefined,
    )
    if (outcome.done) tell({ followed, followers: outcome.result })
  })

function followOnceSignedIn(person: Followable) {
  openSignIn({ reason: `Sign in to follow ${person.displayName}.` })
  onceSignedIn(() => void setFollow(person, true))
}
