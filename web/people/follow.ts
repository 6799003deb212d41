import { call } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { onceSignedIn } from '#web/session/once-signed-in.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useFollows, wanted, type Followable } from './follows.ts'

const me = () => useSession.getState().auth?.userId
const stateOf = ({ id, followersCount }: Followable) => ({
  followed: false,
  followers: followersCount,
  ...useFollows.getState()[id],
})
const onTheWay = new Set<number>()

/** Called by a press on the button. Guests sign in first. */
export function toggleFollow(person: Followable) {
  if (!me()) return followOnceSignedIn(person)
  return setFollow(person, !stateOf(person).followed)
}

/** Shows the follow at once, then the server's count, or the old state after a failure. One request per person at a time. */
async function setFollow(person: Followable, followed: boolean) {
  const { id } = person
  if (onTheWay.has(id) || me() === id) return
  onTheWay.add(id)
  const asker = me()
  const before = stateOf(person)
  const tell = (state: typeof before) => me() === asker && useFollows.setState({ [id]: state })
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
  onTheWay.delete(id)
}

function followOnceSignedIn(person: Followable) {
  openSignIn({ reason: `Sign in to follow ${person.displayName}.` })
  onceSignedIn(() => void setFollow(person, true))
}

const AT_ONCE = 100

/** Asks which of the shown people the visitor follows. If that fails, the buttons say 'Follow'. */
export async function askForFollows() {
  const ids = [...wanted]
  wanted.clear()
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await askForSome(ids.slice(from, from + AT_ONCE)).catch(() => {})
}

async function askForSome(ids: number[]) {
  const asker = me()
  if (!asker) return
  const before = useFollows.getState()
  const { followed } = await call('GET /me/follows', { query: { people: ids.join(',') } })
  if (me() !== asker) return
  const known = useFollows.getState()
  const fresh = ids.filter((id) => !onTheWay.has(id) && known[id] === before[id]) // a press is newer than the answer
  useFollows.setState(Object.fromEntries(fresh.map((id) => [id, { ...known[id], followed: followed.includes(id) }])))
}

// follows of one account must not show for the next
useSession.subscribe(({ auth }, before) => {
  if (auth?.userId !== before.auth?.userId) useFollows.setState({}, true)
})
