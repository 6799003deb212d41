import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const BUILT = existsSync('dist/client/.vite/manifest.json')
export const HOW_SERVED = BUILT ? 'the built pages' : 'pages from their sources (they are not built)'
const START_WITHIN = 60_000

export type Slide = ReturnType<typeof startSlide>

/** Starts a server as `npm start` does, on a free local port, with the embedded database in `dataDir`. */
export function startSlide(dataDir: string, env: Record<string, string> = {}, program = 'server/main.ts') {
  const began = performance.now()
  const { PATH, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = process.env
  const own = { PATH, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, DEMO: '0', PORT: '0', RATE_LIMIT: 'off' }
  const child = spawn(process.execPath, [...process.execArgv, program, ...(BUILT ? [] : ['--dev'])], {
    env: { ...own, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let migrated = false
  const ended = once(child, 'exit').then(() => child.exitCode ?? child.signalCode)
  const ready = new Promise<{ url: string; took: number }>((done, fail) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`
      if (line.startsWith('Ran ')) migrated = true
      const url = /ready on (http:\S+)/.exec(line)?.[1]
      if (url) done({ url, took: performance.now() - began })
    })
    void ended.then((how) => fail(new Error(`It ended (${how}) before it was ready:\n${said}`)))
    void sleep(START_WITHIN, null, { ref: false }).then(() => fail(new Error(`It was not ready in time:\n${said}`)))
  })
  ready.catch(() => {}) // the start may be killed
  return {
    dataDir,
    pid: child.pid ?? 0,
    ready,
    ended,
    isMigrated: () => migrated,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

/** The process id of the database's main process, while its lock file exists. */
export function postmasterOf(dataDir: string) {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

export function killPostmaster(dataDir: string) {
  const pid = postmasterOf(dataDir)
  // the lock file may be stale, and its process id may belong to another program by now
  const name = pid > 0 && spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  try {
    return name !== false && /(^|\/)postgres$/.test(name) && process.kill(pid, 'SIGKILL')
  } catch {
    return false // the process has ended by itself
  }
}
