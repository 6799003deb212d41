import { createCaller, type Call } from '#contract/caller.ts'
import type { Page, RenderPage } from '#contract/page.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { contentPolicy, documentOf } from '#server/pages/document.ts'
import { pack } from '#server/pages/page-cache.ts'

const ROUNDS = 160
const RENDERS = 15
/** Visitors of the bench take this coding alone. */
const ZSTD = new Set(['zstd'] as const)
const SLOTS = 'GET /promotions/slots'
/** Rendering holds up this program for so long that a kept connection would be dead. */
const NO_LATER = { headers: { connection: 'close' } }

export type PageCost = { path: string; without: number; more: number; error: number; cards: number }

/**
 * The cost of a page's promoted cards in processor time: what it takes to write and to compress the page with them and
 * without them, in turns, from answers that the shop gave before. Inside of a whole server a page's cost changes by
 * three times as much from one minute to the next as five cards can cost. The draw itself is measured apart.
 */
export async function measurePages(url: string, paths: string[]): Promise<PageCost[]> {
  const built = new URL('../../dist/server/entry-server.js', import.meta.url).href
  const { render } = (await import(built)) as { render: RenderPage }
  const shop = keptAnswers(url)
  const costs: PageCost[] = []
  for (const path of paths) costs.push(await costOf(path, () => write(path, render, shop.call), shop))
  return costs
}

type Shop = ReturnType<typeof keptAnswers>

async function costOf(path: string, writePage: () => Promise<string>, shop: Shop): Promise<PageCost> {
  const times = { with: [] as number[], without: [] as number[] }
  const run = async (promoted: boolean, renders: number) => {
    shop.setPromoted(promoted)
    const before = process.cpuUsage()
    for (let nth = 0; nth < renders; nth++) await writePage()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / renders
  }
  for (const promoted of [true, false]) await run(promoted, 4 * RENDERS)
  for (let round = 0; round < ROUNDS; round++)
    for (const promoted of round % 2 ? [true, false] : [false, true])
      times[promoted ? 'with' : 'without'].push(await run(promoted, RENDERS))
  shop.setPromoted(true)
  const cards = (await writePage()).split('data-promoted="').length - 1
  const differences = times.with.map((ms, round) => ms - times.without[round]!)
  const more = mean(differences)
  const error = Math.sqrt(mean(differences.map((ms) => (ms - more) ** 2)) / ROUNDS)
  return { path, without: mean(times.without), more, error, cards }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function write(path: string, render: RenderPage, call: Call) {
  const page = (await render(path, call)) as Extract<Page, { kind: 'page' }>
  const head = { styles: [], tags: '' }
  const html = documentOf(page, head, { origin: 'http://bench.test', path })
  await pack(html, page.status, contentPolicy(head)).as(ZSTD)
  return html
}

/** Asks the shop once for each answer. */
function keptAnswers(url: string) {
  const kept = new Map<string, string>()
  let promoted = true
  async function answerOf(path: string) {
    const known = kept.get(path)
    if (known !== undefined) return known
    const reply = await fetch(url + path, NO_LATER)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    const text = await reply.text()
    kept.set(path, text)
    return text
  }
  const call = createCaller(async ({ path }, route) => {
    const answer: unknown = JSON.parse(await answerOf(path))
    return route === SLOTS && !promoted ? { ...(answer as Slots), slots: [] } : answer
  })
  return { call, setPromoted: (is: boolean) => (promoted = is) }
}
