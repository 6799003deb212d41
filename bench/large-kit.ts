// npm run bench:large-kit: a kit of 2 GB with 3,000 files is sent with five cuts, and goes through the pipeline while
// the server is killed once. How much memory does the tree of processes take, how long do other calls take, does the
// hash match, and does anything stay without a row?
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ZipFile } from 'yazl'
import { compareFiles } from './studio/left-over.ts'
import { ask, beginUpload, newSound, register, sendForm, signIn, type Seller } from './studio/seller.ts'
import { withShop, type Shop } from './crash/with-shop.ts'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '3000' }, gigabytes: { type: 'string', default: '2' } },
})
const FILES = Number(values.files)
const BYTES = Number(values.gigabytes) * 1024 ** 3 * 0.995 // the limit counts the list of the archive, too
const CUTS = 5
const RATE = 44_100
const DONE_WITHIN = 30 * 60_000
const KILL_AFTER_CHECKED = 0.3 // of the files

await withShop(main)

async function main(shop: Shop) {
  const { folder, dataDir, db } = shop
  const zip = join(folder, 'kit.zip')
  await writeKit(zip, FILES, BYTES / FILES / RATE / 2)
  const { size } = await stat(zip)
  const sha256 = await hashOf(zip)
  console.log(`kit: ${FILES} files, ${(size / 1024 ** 3).toFixed(2)} GB`)
  let url = await shop.start()
  const seller = await register(url)
  await warmUp(shop, url, await register(url)) // another seller: a Free plan has room for one kit
  const quiet = memory(shop)
  const watch = watchServer(shop)

  const upload = await beginUpload(url, seller, { purpose: 'kitZip', name: 'kit.zip', size })
  const file = await open(zip)
  const read = async (from: number, to: number) => (await file.read(Buffer.alloc(to - from), 0, to - from, from)).buffer
  const began = performance.now()
  const cuts = Array.from({ length: CUTS }, (_, at) => Math.floor(((at + Math.random()) / CUTS) * size))
  for (const until of [...cuts, size]) await upload.send(url, until, read)
  await file.close()
  const told = await ask<{ sha256: string | null }>(url, seller, `/me/uploads/${upload.id}`)
  console.log(`sent in ${since(began)} s with ${CUTS} cuts, hash ${told.sha256 === sha256 ? 'matches' : 'DIFFERS'}`)

  const sent = performance.now()
  const meta = {
    name: 'Large',
    type: 'Drum Kit',
    description: 'Large.',
    tags: 'dark',
    price: 10,
    zipUploadId: upload.id,
  }
  const { id } = await sendForm(url, seller, '/kits/upload', { meta })
  await untilChecked(db, id, FILES * KILL_AFTER_CHECKED)
  await shop.kill()
  const before = await checkedOf(db, id)
  url = await shop.start()
  const end = await stateAtEnd(db, id)
  const { status } = await ask<{ statusLabel: string; status: string }>(
    url,
    await signIn(url, seller),
    `/me/kits/${id}`,
  )
  console.log(`killed at ${before} files; ${end} after ${since(sent)} s in all (its seller reads: ${status})`)
  const { most, p50, p99, calls } = watch.stop()
  for (const part of ['server', 'tree'] as const)
    console.log(
      `memory of the ${part}: ${quiet[part]} MB at rest, ${most[part]} MB at most (+${most[part] - quiet[part]} MB)`,
    )
  console.log(`${calls} other calls meanwhile: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
  const { stored, orphans, missing } = await compareFiles(db, dataDir)
  console.log(`files: ${stored}, without a row: ${orphans.length}, rows without a file: ${missing.length}`)
  for (const key of [...orphans, ...missing].slice(0, 10)) console.log(`  ${key}`)
  const isRight = told.sha256 === sha256 && end === 'pending' && orphans.length + missing.length === 0
  process.exitCode = isRight ? 0 : 1
}

/** Sends a small kit, so that the server at rest has done everything once, as a server that has run for a day. */
async function warmUp({ folder, db }: Shop, url: string, seller: Seller) {
  const zip = join(folder, 'small.zip')
  await writeKit(zip, 20, 0.5)
  const file = { part: 'zip', name: 'small.zip', bytes: await readFile(zip) }
  const meta = { name: 'Small', type: 'Drum Kit', description: 'Small.', tags: 'dark', price: 10 }
  const { id } = await sendForm(url, seller, '/kits/upload', { file, meta })
  await stateAtEnd(db, id)
  await sleep(5_000)
}

/** All files have the same length, and other sounds. */
async function writeKit(path: string, files: number, seconds: number) {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  for (let number = 0; number < files; number++) {
    const name = `Large/Folder ${number % 30}/Sound ${number}.wav`
    zip.addBuffer(newSound(seconds, RATE), name, { compress: false })
    if (number % 20 === 19) await sleep(0) // lets the archive be written
  }
  zip.end()
  await written
}

async function hashOf(path: string) {
  const hash = createHash('sha256')
  const file = await open(path)
  for await (const bytes of file.createReadStream()) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

async function checkedOf(db: Shop['db'], id: number) {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from item_track where item_id = $1 and checked_at is not null',
    [id],
  )
  return rows[0]?.n ?? 0
}

async function untilChecked(db: Shop['db'], id: number, files: number) {
  for (const deadline = Date.now() + DONE_WITHIN; Date.now() < deadline; await sleep(250))
    if ((await checkedOf(db, id)) >= files) return
}

async function stateAtEnd(db: Shop['db'], id: number) {
  for (const deadline = Date.now() + DONE_WITHIN; Date.now() < deadline; await sleep(1_000)) {
    const { rows } = await db.query<{ status: string; reason: string }>(
      'select status, status_reason as reason from item where id = $1',
      [id],
    )
    const [row] = rows
    if (row && row.status !== 'processing') return row.reason ? `${row.status}: ${row.reason}` : row.status
  }
  return 'still in processing'
}

/**
 * Megabytes of the server, and of the tree of all processes below it. Memory that several processes share, such as the
 * code of Node, counts once: each has its share of it (Pss). Where the system doesn't tell, all that is resident counts.
 */
function memory({ slide }: Shop) {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number])
  const below = new Set([slide()?.pid])
  for (let size = 0; size !== below.size;) {
    size = below.size
    for (const [pid, parent] of rows) if (below.has(parent)) below.add(pid)
  }
  const sum = (is: (pid: number) => boolean) =>
    Math.round(rows.reduce((all, [pid, , rss]) => all + (is(pid) ? (shareOf(pid) ?? rss) : 0), 0) / 1024)
  return { tree: sum((pid) => below.has(pid)), server: sum((pid) => pid === slide()?.pid) }
}

function shareOf(pid: number) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return null // the process has ended, or the system is another one
  }
}

/** Looks at the memory, and makes calls of other people all the time. */
function watchServer(shop: Shop) {
  const most = { tree: 0, server: 0 }
  let isOver = false
  const took: number[] = []
  const look = setInterval(() => {
    const { tree, server } = memory(shop)
    most.tree = Math.max(most.tree, tree)
    most.server = Math.max(most.server, server)
  }, 500)
  void (async () => {
    while (!isOver) {
      const began = performance.now()
      const slide = shop.slide()
      const url = slide?.isRunning() && (await slide.ready.catch(() => null))?.url
      const reply = url ? await fetch(`${url}/api/beats/new`).catch(() => null) : null
      await reply?.text().catch(() => '')
      if (reply?.ok) took.push(performance.now() - began)
      await sleep(100)
    }
  })()
  return {
    stop() {
      clearInterval(look)
      isOver = true
      const sorted = took.toSorted((a, b) => a - b)
      const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
      return { most, calls: took.length, p50: at(0.5), p99: at(0.99) }
    },
  }
}

function since(began: number) {
  return ((performance.now() - began) / 1000).toFixed(0)
}
