import { oneLine } from './text.ts'

const LONGEST = 200

/**
 * What of a page's query that page reads: known names in one order, each once, on one line, no longer than anybody would
 * type. Server and browser read addresses through this, so that both see the same page.
 */
export function knownQuery(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const known = new URLSearchParams()
  for (const name of [...names].sort()) {
    const value = oneLine(search.get(name) ?? '')
      .trim()
      .slice(0, LONGEST)
      .trim()
      .toWellFormed()
    if (value) known.set(name, value)
  }
  return known
}
