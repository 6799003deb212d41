// npm run bench:attack: what floods from loopback do to a server of its own: requests sent ahead on one connection,
// readers that don't read, and wrong passwords. Linux only. It takes a minute.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { linksOf, mega, memoryOf, post, signUp, watchOthers } from './attack/others.ts'
import { startSlide } from './crash/slide.ts'

const PIPELINED = 900
const READERS = 300
const WRONG = 500
/** The other visitor has another address. */
const ATTACKER = '127.0.0.9'
const FILE_BYTES = 40_000_000 // more than the kernel takes for a reader that does not read
const FILE = '/media/covers/attacked/640.webp'

type Target = { url: string; port: number; pid: number }

async function sendAhead({ url, port, pid }: Target) {
  const me = await signUp(url, 'ahead')
  const before = await memoryOf(pid)
  const watch = await watchOthers(url, me, pid)
  const line = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
  let got = 0
  line.on('data', (bytes) => (got += bytes.length)).on('error', () => {})
  await once(line, 'connect')
  line.write(`GET ${FILE} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(PIPELINED))
  await Promise.race([once(line, 'close'), sleep(5_000)])
  line.destroy()
  const seen = await watch()
  console.log(
    `${PIPELINED} requests ahead: ${(got / 1e6).toFixed(0)} MB answered, memory +${mega(seen.memory - before)} MB, ${seen.files} files open at most, others ${seen.times}`,
  )
}

async function stopReading({ url, port, pid }: Target) {
  const me = await signUp(url, 'readers')
  const before = await memoryOf(pid)
  const watch = await watchOthers(url, me, pid)
  const lines: Socket[] = []
  for (let n = 0; n < READERS; n++) {
    const line = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
    line.on('error', () => {})
    await once(line, 'connect')
    line.pause().write(`GET ${FILE} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    lines.push(line)
  }
  await sleep(5_000)
  const seen = await watch()
  console.log(
    `${READERS} readers that don't read: ${await linesOf(pid)} connections, memory +${mega(seen.memory - before)} MB, ${seen.files} files open at most, others ${seen.times}`,
  )
  for (const line of lines) line.destroy()
}

async function guessPasswords({ url, pid }: Target) {
  const me = await signUp(url, 'guessed')
  const watch = await watchOthers(url, me, pid)
  const began = performance.now()
  const answers = new Map<number, number>()
  await Promise.all(
    Array.from({ length: WRONG }, async () => {
      const { status } = await post(url, 'login', { email: 'guessed@slide.test', password: 'wrong' })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }),
  )
  const took = performance.now() - began
  const seen = await watch()
  const said = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(`${WRONG} wrong passwords at once: ${said} in ${took.toFixed(0)} ms, others ${seen.times}`)
}

const linesOf = async (pid: number) => (await linksOf(pid)).filter((link) => link.startsWith('socket:')).length

const folder = await mkdtemp(join(tmpdir(), 'slide-attack-'))
// each flood gets a server of its own, as it would find one
for (const [flood, env] of [
  [sendAhead, { RATE_LIMIT: 'on' }],
  [stopReading, { RATE_LIMIT: 'on' }],
  [guessPasswords, {}],
] as const) {
  const slide = startSlide(folder, env)
  try {
    const { url } = await slide.ready
    await mkdir(join(folder, 'files/covers/attacked'), { recursive: true })
    await writeFile(join(folder, `files${FILE.slice('/media'.length)}`), Buffer.alloc(FILE_BYTES))
    await flood({ url, port: Number(new URL(url).port), pid: slide.pid })
  } finally {
    slide.kill('SIGTERM')
    await slide.ended
  }
}
await rm(folder, { recursive: true, force: true, maxRetries: 5 })
