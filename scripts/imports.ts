import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Matches static and dynamic imports and re-exports. Type-only ones don't exist when the code runs, so they don't
 * count.
 */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)(?!\s+type\b)\s+(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '')

export const importsOf = (source: string) =>
  [...withoutComments(source).matchAll(IMPORT)].map(([, fixed, dynamic]) => fixed ?? dynamic!)

/** Reads the sources of these rooms, without tests, by their path from the root. */
export async function sourcesIn(rooms: string[], root = '.') {
  const sources = new Map<string, string>()
  for (const room of rooms)
    for (const entry of await readdir(join(root, room), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/(?<!\.test|\.d)\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      sources.set(path.slice(root === '.' ? 0 : root.length + 1), await readFile(path, 'utf8'))
    }
  return sources
}

/** Returns each circle as a list of its files. A file is listed once. */
export function circlesIn(sources: Map<string, string>): string[][] {
  const targets = new Map(
    [...sources].map(([file, source]) => [
      file,
      importsOf(source)
        .map((name) => (name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(file), name) : ''))
        .filter((target) => sources.has(target)),
    ]),
  )
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (file: string, path: string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) return void circles.push(path.slice(at))
    if (done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of sources.keys()) visit(file, [])
  return circles
}
