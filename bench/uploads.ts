// npm run bench:uploads: sends a 300 MB form and a 2 GB tus upload at 20 MB/s to a real server. How much memory does
// its process take, do the hashes match after five cuts, and does anything stay after expiry?
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { startSlide } from './crash/slide.ts'

const { values } = parseArgs({
  options: {
    form: { type: 'string', default: '300' },
    tus: { type: 'string', default: '2048' },
    rate: { type: 'string', default: '20' },
  },
})
const MB = 1024 * 1024
const FORM = Number(values.form)
const TUS = Number(values.tus)
const RATE = Number(values.rate) // MB per second
const CUTS = 5
const WARM_UP = 100 // MB
const MOST_MEMORY = 60 // MB above what the process takes after the warm-up
const SWEPT_WITHIN = 150_000
const block = randomBytes(MB)

const folder = await mkdtemp(join(tmpdir(), 'slide-uploads-'))
const database = await startEmbedded(join(folder, 'database'))
const slide = startSlide(join(folder, 'data'), { DATABASE_URL: database.url })
const db = new pg.Client(database.url)
const faults: string[] = []
try {
  await db.connect()
  const { url } = await slide.ready
  const token = await register(url)
  const started = await quietMemory()
  await form(url, token, WARM_UP) // the young generation of the heap grows to its full size with the first load of any kind
  const quiet = await quietMemory()
  const memory = watchMemory()
  await form(url, token, FORM)
  await resumable(url, token)
  const most = memory.stop()
  console.log(
    `memory: ${started} MB after the start, ${quiet} MB after a first upload, ${most} MB at most (+${most - quiet} MB)`,
  )
  if (most - quiet > MOST_MEMORY) faults.push(`memory grew by more than ${MOST_MEMORY} MB`)
  await expire()
} finally {
  slide.kill('SIGTERM')
  await slide.ended
  await db.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length ? 1 : 0

async function register(url: string) {
  const body = JSON.stringify({ email: 'a@slide.test', displayName: 'sender', password: 'windows lit at night' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body })
  return ((await reply.json()) as { accessToken: string }).accessToken
}

/** One megabyte of a file. Its number makes it different from all others. */
function megabyte(number: number) {
  block.writeUInt32LE(number)
  return block
}

/** Writes megabytes at the given rate; returns how many bytes were sent before `until`. */
async function pour(to: ClientRequest, { from, until }: { from: number; until: number }, hash?: Hash) {
  const began = performance.now()
  for (let at = from; at < until;) {
    const start = at % MB
    const piece = Buffer.from(megabyte(Math.floor(at / MB)).subarray(start, Math.min(MB, start + until - at)))
    hash?.update(piece)
    if (!to.write(piece)) await once(to, 'drain')
    at += piece.length
    await sleep(Math.max(0, began + ((at - from) / MB / RATE) * 1000 - performance.now()))
  }
}

async function answerOf(asked: ClientRequest) {
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of reply) text += String(chunk)
  return { status: reply.statusCode, headers: reply.headers, text }
}

async function form(url: string, token: string, megabytes: number) {
  const began = performance.now()
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="pack.zip"\r\n\r\n`
  const tail = '\r\n--x--\r\n'
  const asked = request(`${url}/api/uploads/packZip`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + megabytes * MB + tail.length,
    },
  })
  const hash = createHash('sha256')
  asked.write(head)
  await pour(asked, { from: 0, until: megabytes * MB }, hash)
  asked.end(tail)
  const { status, text } = await answerOf(asked)
  const { sha256 } = JSON.parse(text) as { sha256?: string }
  const isRight = sha256 === hash.digest('hex')
  console.log(`form: ${megabytes} MB in ${seconds(began)} s, ${status}, hash ${isRight ? 'matches' : 'DIFFERS'}`)
  if (!isRight) faults.push('the hash of the form differs')
}

async function resumable(url: string, token: string) {
  const began = performance.now()
  const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const metadata = `purpose ${btoa('kitZip')},filename ${btoa('kit.zip')}`
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(TUS * MB), 'upload-metadata': metadata },
  })
  const path = created.headers.get('location') ?? ''
  const offsetNow = async () => {
    const { headers } = await fetch(`${url}${path}`, { method: 'HEAD', headers: tus })
    return Number(headers.get('upload-offset'))
  }
  const cuts = Array.from({ length: CUTS }, () => Math.floor(Math.random() * TUS * MB)).sort((a, b) => a - b)
  const resumed: number[] = []
  for (const until of [...cuts, TUS * MB]) {
    const from = await offsetNow()
    resumed.push(from)
    if (from >= until && until < TUS * MB) continue
    const asked = request(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': from,
        'content-length': TUS * MB - from,
      },
    }).on('error', () => {})
    const isLast = until === TUS * MB
    const answer = isLast ? answerOf(asked) : null // it comes with the last byte, before the end of the request
    await pour(asked, { from, until })
    if (isLast) asked.end()
    else asked.destroy()
    await answer
  }
  const hash = createHash('sha256')
  for (let number = 0; number < TUS; number++) hash.update(megabyte(number))
  const id = path.split('/').at(-1) ?? ''
  const told = (await (await fetch(`${url}/api/me/uploads/${id}`, { headers: tus })).json()) as {
    sha256: string | null
  }
  const isRight = told.sha256 === hash.digest('hex')
  const places = resumed.slice(1).map((at) => Math.round(at / MB))
  console.log(
    `tus: ${TUS} MB in ${seconds(began)} s, resumed at ${places.join(', ')} MB, hash ${isRight ? 'matches' : 'DIFFERS'}`,
  )
  if (!isRight) faults.push('the hash of the resumable upload differs')
}

/** Makes the uploads due, and waits for the server's own round. */
async function expire() {
  await db.query(`update upload set due_at = '2000-01-01'`)
  for (const deadline = Date.now() + SWEPT_WITHIN; Date.now() < deadline; await sleep(1_000)) {
    const { rowCount } = await db.query('select from upload')
    if (!rowCount) break
  }
  const kept: string[] = []
  for (const place of ['uploads', 'files/uploads'])
    kept.push(...(await readdir(join(folder, 'data', place)).catch(() => [])))
  const { rowCount } = await db.query('select from upload')
  console.log(`after expiry: ${rowCount} rows, ${kept.length} files`)
  if (rowCount || kept.length) faults.push('something stayed after expiry')
}

function memoryNow() {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(slide.pid)], { encoding: 'utf8' })
  return Math.round(Number(stdout) / 1024)
}

/** A process still gives memory back right after its start. */
async function quietMemory() {
  await sleep(5_000)
  return memoryNow()
}

function watchMemory() {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, memoryNow())), 250)
  return {
    stop() {
      clearInterval(look)
      return most
    },
  }
}

function seconds(began: number) {
  return ((performance.now() - began) / 1000).toFixed(0)
}
