import { useLocation } from '#web/router/hooks.ts'

const MOST_PAGES = 1_000_000

/** The state of an admin tab is in its address, so reloading, Back and sharing keep it. */
export function useDeskAddress() {
  const search = new URLSearchParams(useLocation().search)
  const page = Number(/^\d{1,7}$/.exec(search.get('page') ?? '')?.[0] ?? 1)
  /** The address of the same tab with changes. An empty value removes its parameter. */
  function address(changes: Record<string, string>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    return `?${next.toString()}`
  }
  return {
    q: (search.get('q') ?? '').slice(0, 200),
    show: search.get('show'),
    /** A further part of the address, such as a filter. */
    part: (name: string) => search.get(name),
    /** The number of a person to whom a list is narrowed. */
    person: Number(/^\d{1,15}$/.exec(search.get('person') ?? '')?.[0] ?? 0) || undefined,
    page: Math.min(Math.max(page, 1), MOST_PAGES) - 1,
    address,
    addressOfPage: (to: number) => address({ page: to === 0 ? '' : String(to + 1) }),
  }
}
