import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Starts the shop like `npm start`, on a free port. Call `stop` at the end. */
export async function startServer(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...process.execArgv, 'scripts/start.ts'], {
    env: { ...process.env, PORT: '0', RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    cpuSeconds: () => cpuSecondsOf(pid),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess) {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /ready on (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it was ready.')
}

/** User and system time of the process, as the kernel counts it (Linux); with `ended` also of its former children. */
export function cpuSecondsOf(pid: number, { ended = false } = {}) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
  const ticks = fields[11]! + fields[12]! + (ended ? fields[13]! + fields[14]! : 0)
  return ticks / 100
}
