// Builds the pages and the children for media when their sources have changed. `npm start`, `npm test` and
// `npm run build` all come here.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCES = [
  'web',
  'contract',
  'server/media',
  'vite.config.ts',
  'scripts/fetch-before-import.ts',
  'scripts/icons.ts',
  'scripts/leave-out.ts',
  'scripts/precompress.ts',
  'package-lock.json',
]
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
if ((await readFile(STAMP, 'utf8').catch(() => '')) !== wanted) {
  console.log('Building the pages …')
  await rm(STAMP, { force: true }) // without the stamp a half-finished build is built again
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, vite, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  await writeFile(STAMP, wanted)
}
