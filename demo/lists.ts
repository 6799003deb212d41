import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './files.ts'

/** Folders that are not complete yet. */
export const DRAFTS = 'drafts'

const LIST_FILE = 'files.json'

/** Written last: a folder with a list is complete. */
export const writeList = (place: Place, list: unknown) => writeFile(join(place.folder, LIST_FILE), JSON.stringify(list))

export async function readList<Made>(root: string, name: string): Promise<Made | null> {
  const text = await readFile(join(root, name, LIST_FILE), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Made)
}
