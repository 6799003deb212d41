// npm run bench:pages [-- /path …]: Lighthouse scores, weights and server processor time of pages.
import { get } from 'node:http'
import { installPackagesOf } from './own-packages.ts'
import { measureWithLighthouse, type Measured } from './pages/lighthouse.ts'
import { startServer } from './pages/server.ts'
import { BUDGETS, weigh } from './pages/weight.ts'

const RUNS = 3
const PAGES = ['/', '/about', '/register', '/contact']

const given = process.argv.slice(2)
const pages = given.length ? given : PAGES
installPackagesOf('lighthouse')
const server = await startServer()
try {
  for (const path of pages) {
    await fetch(server.url + path) // fills the cache: nearly all visitors get a cached page
    const runs: Measured[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measureWithLighthouse(server.url + path))
    report(path, runs)
    const weights = await weigh(server.url, path)
    for (const kind of ['html', 'css', 'picture', 'js', 'screen', 'fonts'] as const) {
      const over = weights[kind] > BUDGETS[kind]
      if (over) process.exitCode = 1
      console.log(
        `  ${kind.padEnd(9)} ${weights[kind].toFixed(1)} of ${BUDGETS[kind]} KB${over ? '  OVER BUDGET' : ''}`,
      )
    }
  }
  await reportCpu('rendered', 300, (i) => `bench-${i}.test`)
  await reportCpu('from the cache', 5_000, () => 'bench.test')
} finally {
  await server.stop()
}

function report(path: string, runs: Measured[]) {
  const median = (pick: (run: Measured) => number) =>
    runs.map(pick).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!
  const names = Object.keys(runs[0]!.scores)
  console.log(`\n${path} (Lighthouse, mobile, applied throttling, median of ${runs.length})`)
  console.log(`  scores    ${names.map((name) => `${name} ${median((run) => run.scores[name]!)}`).join(', ')}`)
  console.log(
    `  LCP ${median((r) => r.lcp).toFixed(0)} ms, TBT ${median((r) => r.tbt).toFixed(0)} ms, CLS ${median((r) => r.cls).toFixed(4)}`,
  )
  const faults = new Set(runs.flatMap((run) => run.faults))
  if (faults.size) console.log(`  faults    ${[...faults].join(', ')}`)
}

/** Pages are cached by host, so a new host makes the server render again. */
function getAs(url: string, host: string) {
  return new Promise<void>((done, fail) => {
    get(url, { headers: { host, 'accept-encoding': 'gzip, deflate, br, zstd' } }, (reply) =>
      reply.resume().on('end', done),
    ).on('error', fail)
  })
}

/** The processor time of the whole server process per page, with eight requests at a time. */
async function reportCpu(what: string, pages: number, host: (i: number) => string) {
  const ask = (i: number) => getAs(server.url, host(i))
  for (let i = 0; i < 50; i++) await ask(-1 - i)
  const before = server.cpuSeconds()
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < pages) await ask(next++)
    }),
  )
  const each = ((server.cpuSeconds() - before) * 1000) / pages
  console.log(
    `\nlanding page ${what}: ${each.toFixed(2)} ms CPU of the server, ${(1000 / each).toFixed(0)} a second and core`,
  )
}
