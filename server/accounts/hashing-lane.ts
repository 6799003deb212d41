import { availableParallelism } from 'node:os'
import { busy, tooManyRequests } from '#server/errors.ts'
import { Turns } from '#server/http/turns.ts'
import type { App } from '#server/services.ts'

/**
 * Calls with a password that this process handles at the same time, from everybody and from one address. The share of an
 * address shrinks with what the others hold, so few of them can't fill the lane.
 */
const MOST = 64
const MOST_OF_ONE = 8
/** Further calls, from browsers that have signed in here before: strangers can't keep them out. */
const MORE_FROM_KNOWN = 16
const MOST_OF_KNOWN = 2
/** A hash takes some 30 ms of a processor and one of Node's four threads, which also read files and check tokens. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

let inside = 0
const insideOfOne = new Map<string, number>()

/** Admits a call that will hash a password, or refuses it at once. Call it before anything else is asked or counted. */
export async function inLane<T>(
  { config }: Pick<App, 'config'>,
  address: string,
  act: () => Promise<T>,
  knownDevice: string | null = null,
) {
  const who = knownDevice ?? address
  const own = (insideOfOne.get(who) ?? 0) + 1
  if (config.rateLimit && own > (knownDevice ? MOST_OF_KNOWN : MOST_OF_ONE)) throw tooManyRequests(2)
  if (inside >= MOST + (knownDevice ? MORE_FROM_KNOWN : 0)) throw busy()
  if (config.rateLimit && !knownDevice && own > shareBeside(inside + 1 - own)) throw busy()
  inside++
  insideOfOne.set(who, own)
  try {
    return await act()
  } finally {
    inside--
    const left = insideOfOne.get(who)! - 1
    if (left > 0) insideOfOne.set(who, left)
    else insideOfOne.delete(who)
  }
}

const shareBeside = (others: number) => Math.ceil((MOST - others) / MOST_OF_ONE)

const turns = new Turns(AT_ONCE)

export const inTurn = <T>(hash: () => Promise<T>) => turns.take(hash)
