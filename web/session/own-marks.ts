import type { StoreApi } from 'zustand'
import { accountNow, useSession } from './session.ts'

const AT_ONCE = 100

type Marks<Mark> = {
  /** The marks that are known, by the ids of the things that bear them. */
  store: StoreApi<Record<number, Mark>>
  /** Asks the server which of these ids the visitor has marked. */
  ask: (ids: string) => Promise<number[]>
  /** The mark of a thing after the server's answer. */
  answered: (marked: boolean) => Partial<Mark>
}

/** Marks of the visitor on shown things: likes, follows. */
export function ownMarks<Mark extends object>({ store, ask, answered }: Marks<Mark>) {
  const onTheWay = new Set<number>()

  async function askForSome(ids: number[]) {
    const asker = accountNow()
    if (!asker) return
    const before = store.getState()
    const marked = await ask(ids.join(','))
    if (accountNow() !== asker) return
    const known = store.getState()
    const fresh = ids.filter((id) => !onTheWay.has(id) && known[id] === before[id]) // a press is newer than the answer
    store.setState(
      Object.fromEntries(fresh.map((id) => [id, { ...known[id], ...answered(marked.includes(id)) } as Mark])),
    )
  }

  /** One change per thing at a time: a press during another one is dropped. */
  async function change(id: number, run: () => Promise<void>) {
    if (onTheWay.has(id)) return
    onTheWay.add(id)
    await run()
    onTheWay.delete(id)
  }

  /** Asks for the marks of shown things. If that fails, they show none. */
  async function askFor(ids: number[]) {
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await askForSome(ids.slice(from, from + AT_ONCE)).catch(() => {})
  }

  // marks of one account must not show for the next
  useSession.subscribe(({ auth }, before) => {
    if (auth?.userId !== before.auth?.userId) store.setState({}, true)
  })

  return { change, askFor }
}
