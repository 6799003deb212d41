// npm run bench:pipeline-kills -- --kills 50: sends beats, packs and kits while the server or a media process is killed
// at random moments. At the end each acknowledged item must be in review, or failed with a reason, exactly once, and
// no file may be left over. Exits with 1 otherwise.
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Random } from '#server/art/random.ts'
import { zipOf } from '#test/archives.ts'
import { compareFiles } from './studio/left-over.ts'
import { newSound, register, sendForm, signIn, type Seller } from './studio/seller.ts'
import { withShop, type Shop } from './crash/with-shop.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '25' },
  },
})
const KILLS = Number(values.kills)
const DEADLINE = Date.now() + Number(values.minutes) * 60_000
const KILL_AFTER = { shortest: 0, longest: 5_000 }
const SETTLED_WITHIN = 10 * 60_000

const licenses = [{ type: 'MP3', price: 20 }]
const common = { tags: 'dark', description: 'A beat.' }

const random = new Random(values.seed)
const kills = { server: 0, media: 0 }

await withShop(main)

async function main(shop: Shop) {
  let url = await shop.start()
  let seller = await register(url)
  await shop.db.query(`update account set plan = 'pro'`)
  const acknowledged = new Map<number, string>()
  let sent = 0
  for (let kill = 0; kill < KILLS && Date.now() < DEADLINE; kill++) {
    const title = `Item ${++sent}`
    const sending = sendOne(url, seller, title).then(
      ({ id }) => acknowledged.set(id, title),
      () => null, // it was not acknowledged, so it may be lost
    )
    await sleep(random.between(KILL_AFTER.shortest, KILL_AFTER.longest))
    if (random.chance(0.5) && killMedia(shop)) kills.media++
    else {
      await shop.kill()
      kills.server++
      url = await shop.start()
      seller = await signIn(url, seller)
    }
    await sending
  }
  await settle(shop)
  await report(shop, acknowledged)
}

/** A beat, a pack or a kit. */
function sendOne(url: string, seller: Seller, title: string) {
  const kind = random.whole(0, 2)
  if (kind === 0)
    return sendForm(url, seller, '/beats/upload', {
      file: { part: 'audio', name: 'beat.wav', bytes: newSound(20, 44_100) },
      meta: { ...common, title, bpm: 140, genre: 'UK Drill', licenses },
    })
  const sounds = (count: number, seconds: number) =>
    zipOf(Array.from({ length: count }, (_, at) => ({ name: `Sound ${at + 1}.wav`, content: newSound(seconds) })))
  if (kind === 1)
    return sendForm(url, seller, '/packs/upload', {
      file: { part: 'zip', name: 'pack.zip', bytes: sounds(3, 8) },
      meta: { ...common, name: title, licenses },
    })
  return sendForm(url, seller, '/kits/upload', {
    file: { part: 'zip', name: 'kit.zip', bytes: sounds(60, 0.4) },
    meta: { ...common, name: title, type: 'Drum Kit', price: 10 },
  })
}

/** Kills one child that works on a sound or a picture. */
function killMedia({ slide }: Shop) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(slide()?.pid)], { encoding: 'utf8' })
  const children = stdout.split('\n').filter((line) => /(sound|picture)-child/.test(line))
  const one = children.length > 0 && random.pick(children)
  if (!one) return false
  try {
    return process.kill(Number(one.trim().split(' ')[0]), 'SIGKILL')
  } catch {
    return false // it has ended by itself
  }
}

/** Waits for the end of all steps. The pauses after failures and kills are cut short. */
async function settle({ db }: Shop) {
  for (const deadline = Date.now() + SETTLED_WITHIN; Date.now() < deadline; await sleep(2_000)) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from item where status = 'processing' and deleted_at is null`,
    )
    if (rows[0]?.n === 0) return
    await db.query(`update media_job set due_at = now() where state = 'waiting' and due_at is not null`)
    // a job that was killed ten times is handed out again 45 minutes after its last sign of life
    await db.query(`update media_job set lost_at = now() where 'process-item ' || item_id in
      (select key from graphile_worker.jobs where attempts >= max_attempts)`)
  }
}

async function report({ db, dataDir }: Shop, acknowledged: Map<number, string>) {
  const { rows } = await db.query<{ id: string; title: string; status: string; status_reason: string }>(
    'select id, title, status, status_reason from item where deleted_at is null order by id',
  )
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  const titles = rows.map(({ title }) => title)
  const lost = [...acknowledged].filter(([id, title]) => byId.get(id)?.title !== title)
  const doubled = titles.filter((title, at) => titles.indexOf(title) !== at)
  const states: Record<string, number> = {}
  for (const { status, status_reason: reason } of rows) {
    const state = reason ? `${status} (${reason})` : status
    states[state] = (states[state] ?? 0) + 1
  }
  const stuck = rows.filter(
    ({ status, status_reason: reason }) => !(status === 'pending' || (status === 'failed' && reason)),
  )
  const { rows: parts } = await db.query(
    `select item_id, role, track_id, count(*) from item_file where is_present group by 1, 2, 3 having count(*) > 1`,
  )
  const { stored, orphans, missing } = await compareFiles(db, dataDir)
  console.log(`${kills.server} kills of the server, ${kills.media} of a media process, seed ${values.seed}`)
  console.log(`acknowledged: ${acknowledged.size}; items: ${rows.length}: ${JSON.stringify(states)}`)
  console.log(
    `lost: ${lost.length}, doubled: ${doubled.length + parts.length}, neither in review nor failed: ${stuck.length}`,
  )
  console.log(`files: ${stored}, files without a row: ${orphans.length}, rows without a file: ${missing.length}`)
  for (const key of [...orphans, ...missing].slice(0, 10)) console.log(`  ${key}`)
  const faults = [lost, doubled, parts, stuck, orphans, missing].some((list) => list.length > 0)
  process.exitCode = faults ? 1 : 0
}
