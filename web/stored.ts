/**
 * Reads and writes what this browser keeps. An older release, a hand or an extension may have written it, so nothing that
 * is read is believed: the checks let only whole values through.
 */

/** The value of a stored text; undefined for nothing and for junk. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Undefined also where storage is closed to us. */
export function readStored(key: string): unknown {
  try {
    return parsed(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Null removes. False where storage is full or closed to us. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** A value as it should be, or null for any other. */
type Check<T> = (value: unknown) => T | null

export const textFrom: Check<string> = (value) => (typeof value === 'string' && value.isWellFormed() ? value : null)
export const idFrom: Check<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
export const finiteFrom: Check<number> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** The fields of an object; none for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The whole ones of a list. */
export const listFrom = <T>(value: unknown, one: Check<T>): T[] =>
  Array.isArray(value) ? value.flatMap((entry: unknown) => one(entry) ?? []) : []
