// This file imports no zod, so that forms can use it.

/** Written by systems for themselves. */
const SYSTEM_FILE = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i
/** macOS keeps more about a file under its name with `._` before it: beside the file, or under `__MACOSX`. */
const MORE_ABOUT = /^(?:__MACOSX\/)?((?:.*\/)?)\._([^/]+)$/

/**
 * The files that somebody means to sell: neither folders nor files that systems have added for themselves. A name counts
 * as added only when the file that it is about is there, too. Else any file could be hidden.
 */
export function filesOf<One extends { path: string }>(entries: One[]): One[] {
  const all = new Set<string>()
  for (const { path } of entries)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) all.add(path.slice(0, end))
  const isOfSystem = (path: string) => {
    const [, folder, name] = MORE_ABOUT.exec(path) ?? []
    return SYSTEM_FILE.test(path) || (name !== undefined && all.has(`${folder}${name}`))
  }
  return entries.filter(({ path }) => !path.endsWith('/') && !isOfSystem(path))
}
