/**
 * Holds a name alone among all tabs of this browser. Returns a function that lets go, or null if another upload has the
 * name. Locks exist only on https and localhost.
 */
export function holdAlone(name: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>(resolve)
      })
      .catch(reject)
  })
}
