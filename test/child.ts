import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

/** A start compiles all sources, which takes half of its time. The next start finds them compiled. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'slide-compiled') }

/** Runs our sources in another Node process; tells what it printed and how it ended. */
export function runNode(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let exit: { code: number | null; signal: string | null } | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.once('close', (code, signal) => (exit = { code, signal }))
  return {
    pid: child.pid ?? 0,
    said: () => said,
    /** Waits until the output matches. */
    saying: (pattern: RegExp) =>
      until(() => {
        const found = pattern.exec(said)
        if (!found && exit) throw new Error(`It ended (${exit.code ?? exit.signal}) having said: ${said}`)
        return found
      }, String(pattern)).catch((cause: Error) => {
        throw new Error(`${cause.message}; it said: ${said}`, { cause })
      }),
    ended: () => until(() => exit, 'its end'),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
