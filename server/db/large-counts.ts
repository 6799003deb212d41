import type { Db } from './connect.ts'

const KEPT_MS = 60_000
const MOST_KEPT = 1_000

/**
 * Counts that stopped at their bound are taken to do so for a minute more: counting a thousand rows takes as long as
 * reading a page of them. Smaller counts are never kept.
 */
export class LargeCounts {
  private readonly kept = new WeakMap<Db, Map<string, { names: string[]; until: number }>>()

  /** The names of the large counts of a list. Null if the list was not counted in the last minute. */
  of(db: Db, list: string) {
    const known = this.kept.get(db)?.get(list)
    return known && known.until > performance.now() ? known.names : null
  }

  keep(db: Db, list: string, names: string[]) {
    if (names.length === 0) return
    const kept = this.kept.get(db) ?? new Map<string, { names: string[]; until: number }>()
    this.kept.set(db, kept)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(list, { names, until: performance.now() + KEPT_MS })
  }
}
