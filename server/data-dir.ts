import { chmod, mkdir } from 'node:fs/promises'

/** Its owner's alone. The database of a process that runs as root runs as somebody else, who must be able to pass. */
export async function makeDataDir(dir: string) {
  const made = await mkdir(dir, { recursive: true })
  if (made) await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
