import { tooManyRequests } from '#server/errors.ts'
import type { App } from '#server/services.ts'

const AT_ONCE = 2
const WAITING = 8

/** Draws two pictures at once at most, and each picture once. A short queue waits; further requests answer 429. */
export function drawOnce({ storage }: App) {
  const underWay = new Map<string, Promise<void>>()
  let last: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())

  async function make(key: string, mediaType: string, picture: () => Promise<Uint8Array>) {
    const [lane, ...others] = last
    const made = lane!.then(picture)
    last = [...others, made.catch(() => {})]
    await storage.put(key, await made, { mediaType })
    await forgetOthers(storage, key)
  }

  return async (key: string, mediaType: string, picture: () => Promise<Uint8Array>) => {
    const before = underWay.get(key)
    if (before) return before
    if (await storage.stat(key)) return
    const meanwhile = underWay.get(key)
    if (meanwhile) return meanwhile
    if (underWay.size >= AT_ONCE + WAITING) throw tooManyRequests(5)
    const made = make(key, mediaType, picture).finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

/** Removes earlier pictures of the same thing. */
async function forgetOthers(storage: App['storage'], key: string) {
  for await (const file of storage.list(key.slice(0, key.lastIndexOf('/') + 1)))
    if (file.key !== key) await storage.remove(file.key)
}
