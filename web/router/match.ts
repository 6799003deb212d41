import type { Page, Params } from './page.ts'

export type Found = { page: Page; params: Params }

/** The first page of the table that has this path. */
export function findPage(pages: readonly Page[], pathname: string): Found {
  for (const page of pages) {
    const params = matchPath(page.path, pathname)
    if (params) return { page, params }
  }
  throw new Error('The table of pages ends with no *')
}

/** The parameters of a path if it follows the pattern. The letter case of fixed segments and slashes around them don't matter. */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(pathname)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const value = decoded(given[at]!)
    if (segment.startsWith(':') && value) params[segment.slice(1)] = value
    else if (segment !== value.toLowerCase()) return null
  }
  return params
}

const segmentsOf = (path: string) => {
  const inner = path.replace(/^\/+|\/+$/g, '')
  return inner ? inner.split('/') : []
}

/** A text with a lone % stays as it is. */
export function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
