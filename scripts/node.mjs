// Runs under any Node from 20.19 on. Installs what the lock file says, then starts the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pinned = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`

if (!isInstalled()) {
  console.log('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath // set by `npm start`; works without a shell or a PATH
  const [file, ...args] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(file, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
removeHeaders()
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24
const node = existsSync(pinned) ? pinned : isNewEnough ? process.execPath : null
if (!node) {
  console.error(
    `Node 24 is needed (this is ${process.version}) and its package did not install. ` +
      'Run `npm ci` with install scripts allowed, or install Node 24.',
  )
  process.exit(1)
}

// Left alone, V8 lets garbage grow to several times of what is in use, and glibc keeps what was freed.
const LITTLE_GARBAGE = ['--max-semi-space-size=16', '--heap-growing-percent=30']
const GIVE_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
const child = spawn(node, [...LITTLE_GARBAGE, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...GIVE_BACK, ...process.env },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm runs this script under `sh -c`, which npm's SIGTERM ends without passing it on. Outside npm the shell may end
// first.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/**
 * npm writes the hidden lock file last. After a `git pull` that changed packages it is older than package-lock.json.
 */
function isInstalled() {
  const done = `${root}node_modules/.package-lock.json`
  if (!existsSync(done)) return false
  if (statSync(done).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs) return true
  const wanted = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages
  const got = JSON.parse(readFileSync(done, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (got[path] ? got[path].version === version : optional || devOptional),
  )
}

/** The package of the pinned Node brings 67 MB of headers. Nothing here is compiled against them. */
function removeHeaders() {
  const platforms = `${root}node_modules/node/node_modules`
  if (!existsSync(platforms)) return
  for (const entry of readdirSync(platforms, { withFileTypes: true })) {
    const headers = `${platforms}/${entry.name}/include`
    if (entry.isDirectory() && existsSync(headers)) rmSync(headers, { recursive: true })
  }
}
