/** Makes a queue: each act begins when the one before has ended, whether it succeeded or failed. */
export function makeTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }
}
