import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '#test/child.ts'
import { until } from '#test/until.ts'

let folder: string
const begun: number[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-shell-'))
})
afterEach(async () => {
  for (const pid of begun.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts a program in the background of a shell that ends once the program runs. Returns the program's process id. */
async function orphaned(name: string, env: Record<string, string>) {
  const note = join(folder, name)
  const script = 'require("fs").writeFileSync(process.argv[1], `pid ${process.pid}.`); setInterval(() => {}, 60000)'
  const command = `"${process.execPath}" scripts/node.mjs -e '${script}' "${note}" & read forever`
  const shell = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, ...env },
  })
  const written = () => readFile(note, 'utf8').catch(() => '')
  const pid = Number(await until(async () => /^pid (\d+)\.$/.exec(await written())?.[1], 'the program to start'))
  begun.push(pid)
  shell.stdin.end()
  await once(shell, 'exit')
  return pid
}

test.skipIf(process.platform === 'win32')(
  'a program ends with its shell under npm and outlives it elsewhere',
  async () => {
    const own = await orphaned('own', {})
    const underNpm = await orphaned('npm', { npm_lifecycle_event: 'start' })
    await until(() => !isAlive(underNpm), 'the program to end')
    expect(isAlive(own)).toBe(true) // it had more time than the other program, which lost its shell later
  },
)
