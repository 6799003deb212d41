import type { App } from '#server/services.ts'

/** Runs few acts at the same time, the others in the order in which they came. */
export class Turns {
  private readonly most: number
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(most: number) {
    this.most = most
  }

  get isIdle() {
    return this.running === 0
  }

  async take<T>(act: () => Promise<T>) {
    if (this.running >= this.most) await new Promise<void>((go) => this.waiting.push(go))
    else this.running++
    try {
      return await act()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}

/**
 * Acts for each address in turns of its own: `most` at the same time. A flood of costly acts waits for itself, and not
 * everybody for it.
 */
export function turnsOfAddresses(most: number) {
  const ofAddress = new Map<string, Turns>()
  return async <T>({ config }: Pick<App, 'config'>, address: string, act: () => Promise<T>) => {
    if (!config.rateLimit) return act()
    const turns = ofAddress.get(address) ?? new Turns(most)
    ofAddress.set(address, turns)
    try {
      return await turns.take(act)
    } finally {
      if (turns.isIdle) ofAddress.delete(address)
    }
  }
}

/** A node has some ten connections to the database, so one address leaves most of them to others. */
const READS_OF_ONE = 4
export const readInTurn = turnsOfAddresses(READS_OF_ONE)
