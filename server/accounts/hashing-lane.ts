import { availableParallelism } from 'node:os'
import { busy, tooManyRequests } from '#server/errors.ts'
import { Turns } from '#server/http/turns.ts'
import type { App } from '#server/services.ts'

/** Calls with a password that this process handles at the same time, from everybody and from one address. */
const MOST = 64
const MOST_OF_ONE = 8
/** A hash takes some 30 ms of a processor and one of Node's four threads, which also read files and check tokens. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

let inside = 0
const insideOfOne = new Map<string, number>()

/** Admits a call that will hash a password, or refuses it at once. Call it before anything else is asked or counted. */
export async function inLane<T>({ config }: Pick<App, 'config'>, address: string, act: () => Promise<T>) {
  const own = (insideOfOne.get(address) ?? 0) + 1
  if (config.rateLimit && own > MOST_OF_ONE) throw tooManyRequests(2)
  if (inside >= MOST) throw busy()
  inside++
  insideOfOne.set(address, own)
  try {
    return await act()
  } finally {
    inside--
    const left = insideOfOne.get(address)! - 1
    if (left > 0) insideOfOne.set(address, left)
    else insideOfOne.delete(address)
  }
}

const turns = new Turns(AT_ONCE)

export const inTurn = <T>(hash: () => Promise<T>) => turns.take(hash)
