import { chmod, mkdir } from 'node:fs/promises'

/** Makes the folder private to its owner. A root process runs its database as another user, which must be able to pass through. */
export async function makeDataDir(dir: string) {
  const made = await mkdir(dir, { recursive: true })
  if (made) await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
