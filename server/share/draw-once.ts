import type { FastifyRequest } from 'fastify'
import { tooManyRequests } from '#server/errors.ts'
import { networkOf } from '#server/http/networks.ts'
import { turnsOfAddresses } from '#server/http/turns.ts'
import type { App } from '#server/services.ts'

const AT_ONCE = 2
const WAITING = 8
/** The places of one address. Its further pictures wait for these, so that no address fills the queue alone. */
const OF_ONE = 2

type Picture = { key: string; mediaType: string; draw: () => Promise<Uint8Array> }

/** Draws two pictures at once at most, and each picture once. A short queue waits; further requests answer 429. */
export function drawOnce(app: App) {
  const { storage } = app
  const inTurn = turnsOfAddresses(OF_ONE)
  const underWay = new Map<string, Promise<void>>()
  let last: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())

  async function make({ key, mediaType, draw }: Picture) {
    const [lane, ...others] = last
    const made = lane!.then(draw)
    last = [...others, made.catch(() => {})]
    await storage.put(key, await made, { mediaType })
    await forgetOthers(storage, key)
  }

  async function isDrawn({ key }: Picture) {
    const before = underWay.get(key)
    await before
    return before !== undefined || (await storage.stat(key)) !== null
  }

  async function place(picture: Picture) {
    if (await isDrawn(picture)) return
    const meanwhile = underWay.get(picture.key)
    if (meanwhile) return meanwhile
    if (underWay.size >= AT_ONCE + WAITING) throw tooManyRequests(5)
    const made = make(picture).finally(() => underWay.delete(picture.key))
    underWay.set(picture.key, made)
    return made
  }

  return async ({ ip }: FastifyRequest, picture: Picture) => {
    if (!(await isDrawn(picture))) await inTurn(app, networkOf(ip ?? ''), () => place(picture))
  }
}

/** Removes earlier pictures of the same thing. */
async function forgetOthers(storage: App['storage'], key: string) {
  for await (const file of storage.list(key.slice(0, key.lastIndexOf('/') + 1)))
    if (file.key !== key) await storage.remove(file.key)
}
