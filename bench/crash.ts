// Kills the server or its database at random moments, then checks that no acknowledged account is lost. `npm run
// bench:crash -- --kills 20 --seed 1`; exits with 1 on any loss, or when a start does not recover.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Random } from '#server/art/random.ts'
import { findLost, keepRegistering, type Account } from './crash/accounts.ts'
import { HOW_SERVED, killPostmaster, postmasterOf, startSlide, type Slide } from './crash/slide.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
  },
})
const KILLS = Number(values.kills)
const DEADLINE = Date.now() + Number(values.minutes) * 60_000
const START = { shortest: 0, longest: 1_500 } // until a start is killed
const MIGRATING = { shortest: 0, longest: 250 } // after the database's first sign of life
const REGISTERING = { shortest: 50, longest: 900 }
const CLIENTS = 3

const PHASES = ['start', 'migration', 'registration'] as const
type Phase = (typeof PHASES)[number]

const random = new Random(values.seed)
const between = ({ shortest, longest }: { shortest: number; longest: number }) => random.between(shortest, longest)

const folder = await mkdtemp(join(tmpdir(), 'slide-crash-'))
const acknowledged: Account[] = []
const recoveries: number[] = []
const kills: Record<string, number> = {}
const lost = new Set<Account>()
let running: Slide | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)))

try {
  console.log(`${KILLS} kills, seed ${values.seed}, with ${HOW_SERVED}`)
  for (let kill = 0; kill < KILLS && Date.now() < DEADLINE; kill++)
    await round(PHASES[kill % PHASES.length] ?? 'start', kill)
  report()
} finally {
  await endAll()
}

/** Kills once, starts again, and checks all accounts. */
async function round(phase: Phase, number: number) {
  // migrations run only once, so this phase needs a new database
  const dataDir = join(folder, phase === 'migration' ? `new-${number}` : 'kept')
  const victim = random.chance(0.5) ? 'server' : 'postmaster'
  const slide = (running = startSlide(dataDir))
  const reached = await letRun(phase, slide)
  const killed = victim === 'postmaster' && killPostmaster(dataDir) ? 'postmaster' : 'server'
  if (killed === 'server') slide.kill('SIGKILL')
  if (reached !== 'registration' && killed === 'postmaster')
    await Promise.race([slide.ended, slide.ready.catch(() => {})])
  if (slide.isRunning() && killed === 'postmaster') await Promise.race([slide.ended, sleep(5_000)])
  slide.kill('SIGKILL') // the start may have outlived its database
  await slide.ended

  const again = (running = startSlide(dataDir))
  const { url, took } = await again.ready
  recoveries.push(took)
  const label = `${killed} in ${reached}`
  kills[label] = (kills[label] ?? 0) + 1
  const missing = await findLost(url, phase === 'migration' ? [] : acknowledged)
  for (const account of missing) lost.add(account)
  if (phase === 'migration') await mustRegister(url)
  console.log(
    `${number + 1}. killed the ${label}: back after ${took.toFixed(0)} ms, ${acknowledged.length} acknowledged, ${missing.length} lost`,
  )
  again.kill('SIGTERM')
  await again.ended
  if (phase === 'migration') await rm(dataDir, { recursive: true })
}

/** Waits for a random moment of the phase; returns what the server is doing then. */
async function letRun(phase: Phase, slide: Slide) {
  const over = slide.ready.catch(() => {})
  if (phase === 'start') {
    await Promise.race([sleep(between(START)), over])
    return 'start'
  }
  if (phase === 'migration') {
    // half of the kills come while the database cluster is being made
    if (random.chance(0.5)) await Promise.race([sleep(between(START)), over, databaseOf(slide)])
    else await databaseOf(slide).then(() => Promise.race([sleep(between(MIGRATING)), over]))
    return slide.isMigrated() ? 'start' : postmasterOf(slide.dataDir) ? 'migration' : 'initialisation'
  }
  const { url } = await slide.ready
  const clients = Array.from({ length: CLIENTS }, () => keepRegistering(url, acknowledged, () => !slide.isRunning()))
  clients.forEach((client) => void client.catch(() => {}))
  await sleep(between(REGISTERING))
  return 'registration'
}

async function databaseOf({ dataDir, isRunning }: Slide) {
  while (isRunning() && !postmasterOf(dataDir)) await sleep(5)
}

async function mustRegister(url: string) {
  const own: Account[] = []
  await keepRegistering(url, own, () => own.length > 0 || Date.now() > DEADLINE)
  if ((await findLost(url, own)).length || own.length === 0)
    throw new Error('After a kill in its migration nobody can register.')
}

function report() {
  const sorted = recoveries.toSorted((a, b) => a - b)
  const done = Object.values(kills).reduce((sum, count) => sum + count, 0)
  const labels = Object.keys(kills).toSorted((a, b) => a.localeCompare(b))
  console.log(`\n${done} kills: ${labels.map((label) => `${kills[label]} ${label}`).join(', ')}`)
  console.log(`accounts acknowledged: ${acknowledged.length}`)
  console.log(`accounts lost: ${lost.size}`)
  console.log(`recovery: p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms, max ${sorted.at(-1)?.toFixed(0)} ms`)
  if (done < KILLS) console.log(`The time was up before the ${KILLS} kills were done.`)
  if (lost.size) process.exitCode = 1
}

async function endAll() {
  if (running?.isRunning()) running.kill('SIGTERM')
  await running?.ended
  if (running) killPostmaster(running.dataDir)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
