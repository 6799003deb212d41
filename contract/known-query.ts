import { oneLine } from './text.ts'

const LONGEST = 200

/**
 * The part of a query that a page reads: known names in one order, each once, on one line, with a limited length.
 * Server and browser both read addresses through this function, so they show the same page.
 */
export function knownQuery(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const known = new URLSearchParams()
  for (const name of [...names].sort()) {
    if (!search.has(name)) continue
    const value = oneLine(search.get(name) ?? '')
      .trim()
      .slice(0, LONGEST)
      .trim()
      .toWellFormed()
    if (value) known.set(name, value)
  }
  return known
}
