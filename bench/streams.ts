// npm run bench:streams -- --streams 10000: many people listen to the news of their accounts at one server. How much
// memory does a stream take, how much is kept after it has closed, and how long does another visitor wait meanwhile?
// Linux only. It takes three minutes.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mega, memoryOf, signUp, watchOthers } from './attack/others.ts'
import { startSlide } from './crash/slide.ts'

const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } })
const STREAMS = Number(values.streams)
const OF_AN_ACCOUNT = 20
/** An address may listen two hundred times. */
const OF_AN_ADDRESS = 100
/** The first ones warm the server up. */
const WARM_UP = 200

const folder = await mkdtemp(join(tmpdir(), 'slide-streams-'))
const slide = startSlide(folder)
try {
  const { url } = await slide.ready
  const port = Number(new URL(url).port)
  const tokens: string[] = []
  for (let n = 0; n < (STREAMS + WARM_UP) / OF_AN_ACCOUNT; n++) tokens.push(await signUp(url, `listener-${n}x`))
  const visitor = await signUp(url, 'visitor')

  const first = await openMany(port, tokens, 0, WARM_UP)
  await sleep(2_000)
  const before = await memoryOf(slide.pid)
  const watch = await watchOthers(url, visitor, slide.pid)
  const began = performance.now()
  const open = await openMany(port, tokens, WARM_UP, WARM_UP + STREAMS)
  const opening = (performance.now() - began) / 1_000
  const { times } = await watch()
  const whileOpen = await watchOthers(url, visitor, slide.pid)
  await sleep(10_000)
  const { times: afterwards } = await whileOpen()
  const held = await memoryOf(slide.pid)
  console.log(
    `${open.length} streams in ${opening.toFixed(0)} s: ${((held - before) / open.length / 1024).toFixed(1)} KB each, ${mega(held)} MB in all`,
  )
  console.log(`another visitor while they open: ${times}`)
  console.log(`another visitor while they are open: ${afterwards}`)
  for (const asked of open) asked.destroy()
  await sleep(20_000)
  const kept = (await memoryOf(slide.pid)) - before
  console.log(`kept after they have closed: ${(kept / open.length / 1024).toFixed(1)} KB each`)
  for (const asked of first) asked.destroy()
} finally {
  slide.kill('SIGTERM')
  await slide.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A few at a time: many calls at once would let the heap grow for themselves. */
async function openMany(port: number, tokens: string[], from: number, to: number) {
  const open: ClientRequest[] = []
  for (let n = from; n < to; n += OF_AN_ACCOUNT)
    open.push(
      ...(await Promise.all(Array.from({ length: OF_AN_ACCOUNT }, (_, at) => openStream(port, tokens, n + at)))),
    )
  return open
}

async function openStream(port: number, tokens: string[], n: number) {
  const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
  const localAddress = `127.0.0.${2 + Math.floor(n / OF_AN_ADDRESS)}`
  const asked = request({ port, host: '127.0.0.1', path: '/api/notifications/stream', headers, localAddress })
  asked.on('error', () => {}).end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.on('error', () => {})
  if (reply.statusCode !== 200) throw new Error(`A stream answered ${reply.statusCode}.`)
  await once(reply, 'data')
  return asked
}
