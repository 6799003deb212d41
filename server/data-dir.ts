import { chmod, mkdir } from 'node:fs/promises'

/**
 * Makes the folder private to its owner. If Slide runs as root, its database runs as another user, who must be able to
 * enter the folder.
 */
export async function makeDataDir(dir: string) {
  const made = await mkdir(dir, { recursive: true })
  if (made) await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
