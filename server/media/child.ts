import { spawn, type ChildProcess } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { LIFELINE_FD, REPLY_FD } from './serve-job.ts'

export type Limits = {
  /** JavaScript, WebAssembly and native memory together. */
  memoryMb: number
  cpuSeconds: number
  wallSeconds: number
  replyMb: number
}
/** Folders and files that a job may read, and those that it may write. */
export type Files = { reads: string[]; writes: string[] }
export type ChildOptions = {
  script: URL
  limits: Limits
  /** Folders beside `server/media` whose sources the script loads. */
  sources?: string[]
  /** Room for new objects. Sounds are few large arrays, for which room only takes memory. */
  semiSpaceMb?: number
  /** Allows native code, which sharp needs. */
  isNative: boolean
}
export type Child = ChildProcess & { stdin: Writable; stderr: Readable; reply: Readable; lifeline: Duplex }

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The root folder itself is left out: it may contain the data directory with its secrets. */
const CODE = ['server/media/', 'dist/media/', 'node_modules/', 'package.json']
/** V8 reserves address space for code, which counts as data although hardly any of it is used. */
const RESERVED_MB = 600

/** Starts a process with these limits. It has no environment and a process group of its own. */
export function startChild(options: ChildOptions, files: Files): Child {
  const args = nodeArguments(options, files)
  const [command, given] =
    process.platform === 'win32'
      ? [process.execPath, args]
      : ['/bin/sh', ['-c', limited(options.limits), process.execPath, ...args]]
  const child = spawn(command, given, {
    cwd: root,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  return Object.assign(child, { reply: child.stdio[REPLY_FD], lifeline: child.stdio[LIFELINE_FD] }) as Child
}

function nodeArguments(
  { script, limits, sources = [], semiSpaceMb = 1, isNative }: ChildOptions,
  { reads, writes }: Files,
) {
  const code = [...CODE, ...sources].map((path) => root + path)
  return [
    '--permission',
    ...[...code, ...reads].map((path) => `--allow-fs-read=${path}`),
    ...writes.map((path) => `--allow-fs-write=${path}`),
    ...(isNative ? ['--allow-addons', '--disable-warning=PERM0001'] : []),
    `--max-old-space-size=${limits.memoryMb}`,
    `--max-semi-space-size=${semiSpaceMb}`,
    fileURLToPath(script),
  ]
}

/** The kernel's limits also hold for native code and for endless loops. `exec` keeps the process id. */
function limited({ memoryMb, cpuSeconds }: Limits) {
  return [
    'unset PWD OLDPWD',
    'ulimit -c 0',
    `ulimit -d ${(memoryMb + RESERVED_MB) * 1_024}`,
    `ulimit -S -t ${cpuSeconds}`, // first: a hard limit below the soft one is refused
    `ulimit -H -t ${cpuSeconds + 1}`,
    'exec "$0" "$@"',
  ].join('; ')
}

/** Kills a child and all processes that it started. */
export function killChild({ pid }: ChildProcess) {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // the child has ended by itself
  }
}
