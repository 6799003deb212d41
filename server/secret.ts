import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret of a single machine, made once and kept in the data directory. Several nodes share AUTH_SECRET instead.
 */
export async function secretOf(dataDir: string) {
  const file = join(dataDir, 'auth-secret')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.length >= 32) return kept
  const made = randomBytes(32).toString('base64url')
  const draft = `${file}.new-${process.pid}`
  await writeFile(draft, made, { mode: 0o600 })
  await rename(draft, file)
  return made
}
