/** Random numbers that are the same every time for the same seed. */
export class Random {
  #state: number

  constructor(seed: string) {
    this.#state = 2_166_136_261
    for (const char of seed) this.#state = Math.imul(this.#state ^ char.codePointAt(0)!, 16_777_619)
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number) {
    return low + this.next() * (high - low)
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number) {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** Some of the items in random order, none twice. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items]
    const taken: Item[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.whole(0, left.length - 1), 1))
    return taken
  }
}
