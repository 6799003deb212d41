const KEPT_MS = 60_000
const MOST_KEPT = 5_000

/** Numbers that take long to count, each kept for a minute. They are kept for each database, because tests have many. */
export class KeptAMinute<Value> {
  private readonly kept = new WeakMap<object, Map<string, { value: Value; until: number }>>()

  /** `now` is in milliseconds, of the same clock each time. */
  of(db: object, name: string, now: number) {
    const known = this.kept.get(db)?.get(name)
    return known && known.until > now ? known.value : undefined
  }

  /** The value that was kept first goes when there are too many. */
  keep(db: object, name: string, value: Value, now: number) {
    const kept = this.kept.get(db) ?? new Map<string, { value: Value; until: number }>()
    this.kept.set(db, kept)
    kept.delete(name)
    kept.set(name, { value, until: now + KEPT_MS })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  }
}
