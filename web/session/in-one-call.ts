/**
 * Collects the ids of shown things until the code that asks for them is there: they go in one call. After a failure,
 * the next shown thing makes another call.
 */
export function inOneCall(load: () => Promise<(ids: number[]) => Promise<void>>) {
  const wanted = new Set<number>()
  const taken = () => {
    const ids = [...wanted]
    wanted.clear()
    return ids
  }
  return (id: number) => {
    if (wanted.size === 0)
      void load().then(
        (ask) => ask(taken()),
        () => void taken(),
      )
    wanted.add(id)
  }
}
