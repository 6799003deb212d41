import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { listenTo } from '#test/notices.ts'
import { createWorld, type World } from '#test/world.ts'
import { notify } from './notify.ts'

const STREAM = '/api/notifications/stream'

let world: World
let url: string
beforeEach(async () => {
  world = await createWorld()
  url = (await world.http.listen({ host: '127.0.0.1', port: 0 })) + STREAM
})
afterEach(() => world.close())

const tell = (accountId: number, title: string) =>
  world.app.db
    .transaction()
    .execute((tx) => notify(world.app, tx, { accountId, topic: 'system', title, message: 'Listen' }))

test('an account can have twenty streams; one more ends the oldest and asks it to stay away for a minute', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const his = await listenTo(url, bob.accessToken)
  const hers = []
  for (let opened = 0; opened < 21; opened++) hers.push(await listenTo(url, ann.accessToken))
  expect(await hers.shift()?.ended).toMatch(/retry: 60000\n\n$/)
  for (const stream of [his, ...hers]) await stream.saying('inbox') // what comes before it is not told one by one
  await tell(ann.id, 'to all')
  for (const stream of hers) await stream.saying('to all')
  await tell(bob.id, 'to him')
  await his.saying('to him')
})

test('an address can have two hundred streams, whatever their accounts', async () => {
  const streams = []
  for (let person = 0; person < 10; person++) {
    const { accessToken } = await world.signUp()
    for (let opened = 0; opened < 20; opened++) streams.push(await listenTo(url, accessToken))
  }
  const { accessToken, id } = await world.signUp()
  const last = await listenTo(url, accessToken)
  expect(await streams[0]?.ended).toMatch(/retry: 60000\n\n$/)
  await last.saying('inbox')
  await tell(id, 'to the last')
  await last.saying('to the last')
  expect(streams.filter((stream) => stream.text().includes('60000'))).toHaveLength(1)
})

test('streams that one address opens at once leave most of the database to others', async () => {
  const busy = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const at = (await busy.http.listen({ host: '127.0.0.1', port: 0 })) + STREAM
  const { accessToken } = await busy.signUp()
  const streams = await busy.app.db.transaction().execute(async (tx) => {
    await sql`lock table notification in access exclusive mode`.execute(tx)
    const opened = await Promise.all(Array.from({ length: 15 }, () => listenTo(at, accessToken)))
    await untilBlocked(busy.app.db, 4)
    expect((await busy.http.inject({ url: '/api/styles', remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
    return opened
  })
  for (const stream of streams) await stream.saying('inbox')
  await busy.close()
})
