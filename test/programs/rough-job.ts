// A child process whose tasks each misbehave in one way.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveJob } from '#server/media/serve-job.ts'

export const roughTasks = {
  echo: ({ text }: { text: string }) => text,
  environment: () => Object.keys(process.env),
  read: ({ path }: { path: string }) => readFile(path, 'utf8'),
  write: ({ path }: { path: string }) => writeFile(path, 'x'),
  begin: () => execFileSync(process.execPath, ['-e', '0']).length,
  spin: () => {
    for (;;);
  },
  sleep: () => {
    process.stderr.write('asleep')
    return sleep(600_000)
  },
  eatHeap: () => {
    const kept: object[] = []
    for (;;) kept.push({ kept: [1, 2, 3] })
  },
  eatBuffers: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(20_000_000, 1))
  },
  eatWebAssembly: () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
    for (;;) {
      memory.grow(256)
      new Uint8Array(memory.buffer).fill(1)
    }
  },
  shout: () => {
    for (;;) process.stderr.write('x'.repeat(65_536))
  },
  answerTooMuch: () => Buffer.alloc(3_000_000),
  abort: () => process.abort(),
}

await serveJob(roughTasks)
