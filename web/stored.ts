/**
 * Reads and writes the browser's storage. An older release, a person or an extension may have written there, so every
 * value is checked.
 */

/** The value of a stored JSON text; undefined for a missing or broken one. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** `browser`: for all tabs, and after the browser is closed. `tab`: for this tab, as long as it is open. */
const storages = { browser: () => localStorage, tab: () => sessionStorage }
type Place = keyof typeof storages

/** Undefined also if the browser refuses access to the storage. */
export function readStored(key: string, place: Place = 'browser'): unknown {
  try {
    return parsed(storages[place]().getItem(key))
  } catch {
    return undefined
  }
}

/** Null removes the value. Returns false if the browser does not store it. */
export function writeStored(key: string, value: unknown, place: Place = 'browser'): boolean {
  try {
    const storage = storages[place]()
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** The keys of everything that the browser keeps for all tabs; none if it refuses access. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Returns a valid value, or null for any other. */
type Check<T> = (value: unknown) => T | null

export const textFrom: Check<string> = (value) => (typeof value === 'string' && value.isWellFormed() ? value : null)
export const idFrom: Check<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
export const finiteFrom: Check<number> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** The fields of an object; empty for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The valid entries of a list. */
export const listFrom = <T>(value: unknown, one: Check<T>): T[] =>
  Array.isArray(value) ? value.flatMap((entry: unknown) => one(entry) ?? []) : []
