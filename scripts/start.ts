// `npm start`: builds the pages when their sources have changed, then serves.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const STAMP = 'dist/built-from'

async function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const files = source.includes('.') ? [source] : await filesBelow(source)
    for (const file of files) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort()
}

const wanted = await fingerprint()
const built = await readFile(STAMP, 'utf8').catch(() => '')
if (built !== wanted) {
  console.log('Building the pages …')
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  await mkdir('dist', { recursive: true })
  await writeFile(STAMP, wanted)
}
await import('#server/main.ts')
