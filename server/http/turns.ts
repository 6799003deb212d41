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

/** A node has ten connections to the database, so one address leaves most of them to others. */
const READS_OF_ONE = 4
const ofAddress = new Map<string, Turns>()

/** Reads for an address. A flood of costly ones waits for itself, and not everybody for it. */
export async function readInTurn<T>({ config }: Pick<App, 'config'>, address: string, read: () => Promise<T>) {
  if (!config.rateLimit) return read()
  const turns = ofAddress.get(address) ?? new Turns(READS_OF_ONE)
  ofAddress.set(address, turns)
  try {
    return await turns.take(read)
  } finally {
    if (turns.isIdle) ofAddress.delete(address)
  }
}
