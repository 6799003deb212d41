// npm run bench:attack: what floods from loopback do to a server of its own: requests sent ahead on one connection,
// readers that don't read, wrong passwords, and event streams. Linux only. It takes a minute.
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startSlide } from './crash/slide.ts'

const PIPELINED = 900
const READERS = 300
const WRONG = 500
/** The other visitor has another address. */
const ATTACKER = '127.0.0.9'
const STREAMS = 2_200
const WARM_UP = 200
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

async function listen({ url, port, pid }: Target) {
  const tokens: string[] = []
  for (let n = 0; n < STREAMS / 20; n++) tokens.push(await signUp(url, `listener-${n}x`))
  // a few at a time: many calls at once would let the heap grow for themselves
  async function openMany(from: number, to: number) {
    const open = []
    for (let n = from; n < to; n += 20)
      open.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => openStream(port, tokens, n + at)))))
    return open
  }
  const first = await openMany(0, WARM_UP)
  await sleep(2_000)
  const before = await memoryOf(pid)
  const open = await openMany(WARM_UP, STREAMS)
  await sleep(5_000)
  const each = ((await memoryOf(pid)) - before) / open.length
  console.log(`${open.length} event streams: ${(each / 1024).toFixed(1)} KB each`)
  for (const asked of [...first, ...open]) asked.destroy()
}

async function openStream(port: number, tokens: string[], n: number) {
  const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
  // an address may listen two hundred times
  const localAddress = `127.0.0.${2 + Math.floor(n / 100)}`
  const asked = request({ port, host: '127.0.0.1', path: '/api/notifications/stream', headers, localAddress })
  asked.on('error', () => {}).end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.on('error', () => {})
  await once(reply, 'data')
  return asked
}

/** Watches the server, and how long another visitor waits, until it is told to stop. */
async function watchOthers(url: string, token: string, pid: number) {
  const visitor = new Worker(new URL('./attack/visitor.ts', import.meta.url), { workerData: { url, token } })
  const told = once(visitor, 'message') as Promise<[number[]]>
  told.catch(() => {})
  const most = { memory: 0, files: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most.memory = Math.max(most.memory, await memoryOf(pid))
      most.files = Math.max(most.files, await filesOf(pid))
      await sleep(20)
    }
  })()
  await sleep(500) // the visitor has come
  return async () => {
    isOver = true
    await watching
    visitor.postMessage('stop')
    const sorted = (await told)[0].toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(0)
    return { ...most, times: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms (${sorted.length} calls)` }
  }
}

async function post(url: string, call: string, body: object) {
  const reply = await fetch(`${url}/api/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { accessToken: string } }
}

async function signUp(url: string, displayName: string) {
  const person = { email: `${displayName}@slide.test`, displayName, password: 'windows lit at night' }
  return (await post(url, 'register', person)).body.accessToken
}

const mega = (bytes: number) => (bytes / 1e6).toFixed(0)

async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

const links = async (pid: number) => {
  const names = await readdir(`/proc/${pid}/fd`)
  return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
}
const filesOf = async (pid: number) => (await links(pid)).filter((link) => link.includes('/files/covers/')).length
const linesOf = async (pid: number) => (await links(pid)).filter((link) => link.startsWith('socket:')).length

const folder = await mkdtemp(join(tmpdir(), 'slide-attack-'))
// each flood gets a server of its own, as it would find one
for (const [flood, env] of [
  [sendAhead, { RATE_LIMIT: 'on' }],
  [stopReading, { RATE_LIMIT: 'on' }],
  [guessPasswords, {}],
  // a small young generation: its size must not be taken for the weight of the streams
  [listen, { NODE_OPTIONS: '--max-semi-space-size=1' }],
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
