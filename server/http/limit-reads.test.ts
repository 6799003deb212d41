import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import type { Web } from '#server/pages/pages.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld } from '#test/world.ts'

test('a flood of reads from one address is refused for a moment, and no other address suffers', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const http = await mountApp(world.app, { web: async () => noPages })
  const read = async (remoteAddress: string, url = '/api/styles/none') =>
    (await http.inject({ url, remoteAddress })).statusCode
  const flood = async (times: number, address: (n: number) => string) => {
    const counts: Record<number, number> = {}
    for (let n = 0; n < times; n++) {
      const status = await read(address(n))
      counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  }
  const frozen = world.app.clock.now()
  world.app.clock.now = () => frozen
  expect(await flood(1_510, () => '203.0.113.9')).toEqual({ 404: 1_500, 429: 10 })
  expect(await read('198.51.100.7')).toBe(404)
  expect(await read('203.0.113.9', '/media/covers/none.webp'), 'files are free').toBe(404)
  expect(await read('203.0.113.9', '/api/health'), 'balancers ask').toBe(200)
  const previews = ['/media/previews/none.mp3', '/media/%70reviews/none.mp3']
  for (const url of previews)
    expect([url, await read('203.0.113.9', url)], 'these ask the database').toEqual([url, 429])
  expect([await read('203.0.113.9', '/about'), await read('198.51.100.7', '/about')], 'pages').toEqual([429, 404])
  const refused = await http.inject({ url: '/api/styles', remoteAddress: '203.0.113.9' })
  expect([refused.headers['retry-after'], refused.json()]).toMatchObject(['5', { error: 'rate_limited' }])

  // a provider's /56 has 256 networks of one customer
  const ofCustomer = (n: number) => `2001:db8:1:2${(n % 200).toString(16).padStart(2, '0')}::1`
  expect(await flood(6_010, ofCustomer)).toEqual({ 404: 6_000, 429: 10 })
  expect(await read('2001:db8:1:300::1')).toBe(404)

  world.app.clock.now = () => new Date(frozen.getTime() + 1_000)
  expect(await flood(51, () => '203.0.113.9')).toEqual({ 404: 50, 429: 1 })
  await http.close()
  await world.close()
})

test.each([
  ['reads of one address', 'style', '/api/styles'],
  ['tables and papers made for one address', 'ledger_account', '/api/me/statement/table'],
])('slow %s leave connections to the database to others', async (_, table, slowUrl) => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const headers = { authorization: `Bearer ${(await world.signUp()).accessToken}` }
  const read = async (remoteAddress: string, url: string) =>
    (await world.http.inject({ url, remoteAddress, headers })).statusCode
  let slow: Promise<number>[] = []
  await world.app.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)}`.execute(tx)
    slow = Array.from({ length: 20 }, () => read('203.0.113.9', slowUrl))
    await untilBlocked(world.app.db, 4)
    expect(await read('198.51.100.7', '/api/search/popular')).toBe(200)
  })
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 20 }, () => 200))
  await world.close()
})

const noPages: Web = {
  keep: 0,
  policy: true,
  renderer: async () => ({
    render: async () => ({ kind: 'page', status: 404, html: '', data: {}, modules: [], meta: { title: 'T' } }),
    reads: () => [],
  }),
  head: async () => ({ tags: '', styles: [] }),
  frameHead: async () => ({ tags: '', styles: [], script: '' }),
}
