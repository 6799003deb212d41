import type { Db } from './connect.ts'

const KEPT_MS = 60_000
const MOST_KEPT = 1_000

type Counts = Record<string, number>

/**
 * Keeps counts above a bound for a minute of the process: counting a thousand rows takes as long as reading a page of them.
 * Smaller counts are never kept.
 */
export class LargeCounts {
  private readonly bound: number
  private readonly kept = new WeakMap<Db, Map<string, { counts: Counts; until: number }>>()

  constructor(bound: number) {
    this.bound = bound
  }

  /** Null if no large count of this list is known. */
  of(db: Db, list: string) {
    const known = this.kept.get(db)?.get(list)
    return known && known.until > performance.now() ? known.counts : null
  }

  keep(db: Db, list: string, counts: Counts) {
    const large = Object.entries(counts).filter(([, count]) => count > this.bound)
    if (large.length === 0) return
    const kept = this.kept.get(db) ?? new Map<string, { counts: Counts; until: number }>()
    this.kept.set(db, kept)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(list, { counts: Object.fromEntries(large), until: performance.now() + KEPT_MS })
  }
}
