import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

const bytes = randomBytes(1000)

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
let id: string
beforeAll(async () => {
  world = await createWorld()
  ann = await world.signUp()
  const params = { purpose: 'audio' } as const
  id = (await ann.call('POST /uploads/:purpose', { params, files: { file: new File([bytes], 'beat.wav') } })).id
})
afterAll(() => world.close())

const addressOf = async () => (await ann.call('GET /me/uploads/:id', { params: { id } })).url!
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.http.inject({ method, url, headers })

test('a signed address gives the file without a header, whole and in parts', async () => {
  const url = await addressOf()
  const whole = await get(url)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const part = await get(url, { range: 'bytes=10-19' })
  expect(part).toMatchObject({ statusCode: 206, headers: { 'content-range': 'bytes 10-19/1000' } })
  expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true)
  expect(await get(url, {}, 'HEAD')).toMatchObject({ statusCode: 200, body: '', headers: { 'content-length': '1000' } })
})

test('a signed address shows no key of the storage', async () => {
  const row = await world.app.db.selectFrom('upload').select('storageKey').executeTakeFirstOrThrow()
  expect(await addressOf()).not.toContain(row.storageKey!.replace(/^uploads\//, '').slice(0, 8))
})

test('a signed address works for ten minutes', async () => {
  const url = await addressOf()
  world.passTime(9 * 60_000)
  expect((await get(url)).statusCode).toBe(200)
  world.passTime(60_000)
  const late = await get(url)
  expect(late.statusCode).toBe(403)
  expect(late.json()).toMatchObject({ error: 'address_refused' })
  expect(late.headers['cache-control']).toBe('no-store')
})

test.each([
  ['another file', (url: URL) => (url.pathname = `/files/upload/${'A'.repeat(22)}`)],
  ['another purpose', (url: URL) => (url.pathname = url.pathname.replace('/upload/', '/master/'))],
  ['another account', (url: URL) => url.searchParams.set('account', '1')],
  ['more time', (url: URL) => url.searchParams.set('until', String(Date.now() + 10 ** 9))],
  ['another signature', (url: URL) => url.searchParams.set('signature', 'A'.repeat(43))],
  ['a signature twice', (url: URL) => url.searchParams.append('signature', 'x')],
  ['no signature', (url: URL) => url.searchParams.delete('signature')],
])('an address that is changed to %s is refused', async (_, change) => {
  const url = new URL(await addressOf(), 'http://x')
  change(url)
  expect((await get(url.pathname + url.search)).statusCode).toBe(403)
})

test('a browser gets a plain page with the reason', async () => {
  const page = await get('/files/upload/x', { accept: 'text/html' })
  expect(page.statusCode).toBe(403)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('This address does not work or has expired.')
})

test('a signed address ends with its upload', async () => {
  const url = await addressOf()
  await world.app.db.updateTable('upload').set({ state: 'expired' }).execute()
  expect((await get(url)).statusCode).toBe(403)
})
