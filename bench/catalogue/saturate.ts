// Measures the cost of server and database at saturation: 32 connections ask over HTTP, as fast as they are answered.

import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createPool, type Pool } from '#server/db/connect.ts'
import { cpuSecondsOf, startServer } from '#bench/pages/server.ts'
import { listCalls, searchCalls, suggestionCalls } from './calls.ts'
import { quantile } from './cost.ts'

const CONNECTIONS = 32
const CODINGS = 'gzip, deflate, br, zstd'
const MEGABYTE = 1024 * 1024

type Target = { references?: number; ms?: number }
type Ask = { path: string; host?: string }
type Row = { name: string; asks: Ask[]; times: number; target: Target }

/** Prints the processor time of each kind of call, and how many references it takes. */
export async function saturate(data: string, only = '') {
  const server = await startServer({ DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'error' })
  const { url, pid } = server
  const own = createPool(databaseUrl(data), { onError: () => {} })
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const references: Cost[] = []
    const refer = async () => references.push(await measure(2_000, () => narrowRows(own), process.pid))
    await refer()
    references.pop() // the first one warms up
    const lines: { name: string; cost: Cost; target: Target }[] = []
    for (const { name, asks, times, target } of await rows(own)) {
      if (!name.includes(only)) continue
      let next = 0
      const ask = () => fetchFrom(agent, url, asks[next++ % asks.length]!)
      await refer()
      await measure(Math.min(times >> 2, 400), ask, pid)
      lines.push({ name, cost: await measure(times, ask, pid), target })
    }
    const memory = residentOf(pid)
    await refer()
    const units = references.map(total)
    console.log(
      `reference: ${units.map((ms) => ms.toFixed(3)).join(', ')} ms; those before and after a row count for it`,
    )
    console.log(line('call', ['server', 'database', 'both', 'references', 'target', 'p50', 'p99']))
    for (const [index, { name, cost, target }] of lines.entries())
      console.log(report(name, cost, (units[index]! + units[index + 1]!) / 2, target))
    console.log(`memory of the server after this load: ${(memory / MEGABYTE).toFixed(0)} MB`)
    agent.destroy()
  } finally {
    await own.end()
    await server.stop()
  }

  type Cost = { server: number; database: number; waits: number[] }
  function total(cost: Cost) {
    return cost.server + cost.database
  }

  function report(name: string, cost: Cost, unit: number, { references, ms }: Target) {
    const goal = references === undefined ? `${ms} ms` : `${references}`
    const wait = [0.5, 0.99].map((part) => `${quantile(cost.waits, part).toFixed(0)} ms`)
    const figures = [cost.server, cost.database, total(cost)].map((each) => each.toFixed(2))
    return line(name, [...figures, (total(cost) / unit).toFixed(1), goal, ...wait])
  }

  /** Milliseconds for each of `times` acts, of which as many run at the same time as there are connections. */
  async function measure(times: number, act: () => Promise<unknown>, process: number): Promise<Cost> {
    const waits: number[] = []
    const server = cpuSecondsOf(process)
    const database = databaseSeconds(data)
    let left = times
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (left-- > 0) {
          const began = performance.now()
          await act()
          waits.push(performance.now() - began)
        }
      }),
    )
    const each = (seconds: number) => (seconds * 1_000) / times
    return { server: each(cpuSecondsOf(process) - server), database: each(databaseSeconds(data) - database), waits }
  }
}

function line(name: string, figures: string[]) {
  return name.padEnd(24) + figures.map((figure) => figure.padStart(11)).join('')
}

/** The newest fifty, seven narrow columns of each, by the driver alone: about the least that a list could cost. */
const narrowRows = (pool: Pool) =>
  pool.query({
    name: 'narrow',
    text: `select item_id, owner_id, kind, bpm_low, key_number, price_cents, published_at from item_search
      order by published_at desc, item_id desc limit 50 offset $1`,
    values: [Math.floor(Math.random() * 3)],
  })

/** The calls of each row. No page is asked for twice, except the kept one. */
async function rows(pool: Pool): Promise<Row[]> {
  const found = await pool.query<{ term: string }>(
    'select term from search_term where term !~ $1 order by items desc, term limit 30000',
    ['[0-9]'],
  )
  const words = found.rows.map(({ term }) => term)
  const beats = await pool.query<{ id: number; slug: string }>(
    `select id, slug from item where kind = 'beat' order by md5(slug) limit 3000`,
  )
  const api = (groups: { paths: string[] }[]) => groups.flatMap(({ paths }) => paths.map((path) => `/api${path}`))
  const asks = (paths: string[]) => shuffled(paths).map((path) => ({ path }))
  const named = (name: string) => listCalls().filter((group) => group.name === name)
  const items = beats.rows.map(({ slug }) => `/track/${slug}`)
  const details = beats.rows.map(({ slug }) => `/api/items/by-slug/${slug}`)
  return [
    { name: 'list of 50', asks: asks(api(named('named lists'))), times: 3_000, target: { references: 4 } },
    { name: 'browse list', asks: asks(api(named('browse, as it opens'))), times: 2_000, target: { references: 4 } },
    { name: 'item detail', asks: asks(details), times: 3_000, target: { references: 2.5 } },
    { name: 'search, 50', asks: asks(api(searchCalls(words))), times: 2_000, target: { references: 7 } },
    { name: 'suggestions', asks: asks(api(suggestionCalls(words))), times: 2_000, target: { references: 4 } },
    { name: 'item page, rendered', asks: asks(items), times: 600, target: { references: 25 } },
    { name: 'browse page, rendered', asks: hosts('/browse', 800), times: 600, target: { references: 25 } },
    { name: 'page, kept', asks: [{ path: '/about' }], times: 6_000, target: { ms: 0.4 } },
  ]
}

/** Pages are kept by host, so a new host makes the server render again. */
const hosts = (path: string, count: number): Ask[] =>
  Array.from({ length: count }, (_, index) => ({ path, host: `bench-${index}.test` }))

/** The same order in every run. */
function shuffled<One>(all: One[]) {
  const key = (index: number) => (index * 7_919) % 104_729
  return all
    .map((one, index) => ({ one, key: key(index) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

function fetchFrom(agent: Agent, url: string, { path, host }: Ask) {
  const headers = { 'accept-encoding': CODINGS, ...(host && { host }) }
  return new Promise<void>((done, fail) => {
    get(url + path, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) fail(new Error(`${path}: ${reply.statusCode}`))
      reply.resume().on('end', done)
    }).on('error', fail)
  })
}

function databaseUrl(data: string) {
  const settings = JSON.parse(readFileSync(join(data, 'postgres/embedded.json'), 'utf8')) as Record<string, string>
  return `postgresql://postgres:${settings.password}@127.0.0.1:${settings.port}/postgres`
}

/** Processor time of the database and all of its processes, also those that have ended. */
function databaseSeconds(data: string) {
  const main = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]!
  let seconds = cpuSecondsOf(Number(main), { ended: true })
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (parentOf(name) === main) seconds += cpuSecondsOf(Number(name))
    } catch {
      // it has just ended
    }
  }
  return seconds
}

const parentOf = (pid: string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]

const residentOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024
