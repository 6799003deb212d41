import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#test/until.ts'
import { createPageCache, pack, type Cached, type Coding, type Packed } from './page-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const KEEP = 15_000
const LIMITS = { keepMs: KEEP, mostPages: 1_000, mostBytes: 1_000_000 }
const page = (status = 200, size = 100): Packed => ({
  status,
  size,
  policy: '',
  as: async () => ({ coding: null, bytes: Buffer.of() }),
})
const maker = (make: () => Promise<Cached> = async () => page()) => vi.fn(make)

test('concurrent requests for one page render it once and get the same answer', async () => {
  const cache = createPageCache(LIMITS)
  const make = maker()
  const got = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', make)))
  expect(make).toHaveBeenCalledTimes(1)
  expect(new Set(got).size).toBe(1)
  await cache.get('/about', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('a page is cached for its time and then rendered again', async () => {
  const cache = createPageCache(LIMITS)
  const make = maker()
  const first = await cache.get('/', make)
  vi.advanceTimersByTime(KEEP - 1)
  expect(await cache.get('/', make)).toBe(first)
  vi.advanceTimersByTime(1)
  expect(await cache.get('/', make)).not.toBe(first)
  expect(make).toHaveBeenCalledTimes(2)
})

test('with a cache time of zero every request renders', async () => {
  const cache = createPageCache({ ...LIMITS, keepMs: 0 })
  const make = maker()
  await Promise.all([cache.get('/', make), cache.get('/', make)])
  expect(make).toHaveBeenCalledTimes(2)
})

test('failures, missing pages and redirects are not cached', async () => {
  const cache = createPageCache(LIMITS)
  const failing = maker(() => Promise.reject(new Error('no page')))
  const both = await Promise.allSettled([cache.get('/', failing), cache.get('/', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  for (const make of [
    maker(async () => page(404)),
    maker(async () => page(500)),
    maker(async () => ({ status: 302 as const, to: '/' })),
  ]) {
    await cache.get('/', make)
    await cache.get('/', make)
    expect(make).toHaveBeenCalledTimes(2)
  }
  const make = maker()
  await cache.get('/', make)
  expect(make).toHaveBeenCalledTimes(1)
})

test('a slow failure does not remove a page that was rendered later', async () => {
  const cache = createPageCache(LIMITS)
  let fail: (error: Error) => void = () => {}
  const slow = cache.get('/', () => new Promise((_, reject) => (fail = reject)))
  vi.advanceTimersByTime(KEEP)
  const make = maker()
  const good = await cache.get('/', make)
  fail(new Error('too late'))
  await expect(slow).rejects.toThrow('too late')
  expect(await cache.get('/', make)).toBe(good)
})

test('the cache holds a thousand pages, and the oldest goes first', async () => {
  const cache = createPageCache(LIMITS)
  const make = maker()
  for (let n = 0; n <= 1_000; n++) await cache.get(`/search?q=${n}`, make)
  make.mockClear()
  await cache.get('/search?q=1', make)
  await cache.get('/search?q=1000', make)
  expect(make).toHaveBeenCalledTimes(0)
  await cache.get('/search?q=0', make)
  expect(make).toHaveBeenCalledTimes(1)
})

test('the cache holds a million bytes, even if those are only a few pages', async () => {
  const cache = createPageCache(LIMITS)
  const large = maker(async () => page(200, 400_000))
  for (const key of ['/kit/a', '/kit/b', '/kit/a', '/kit/c']) await cache.get(key, large)
  expect(large).toHaveBeenCalledTimes(3)
  await cache.get('/kit/c', large)
  await cache.get('/kit/b', large)
  expect(large).toHaveBeenCalledTimes(3)
  await cache.get('/kit/a', large)
  expect(large).toHaveBeenCalledTimes(4)
})

test('a page that is rendered again counts once, and a removed page does not count', async () => {
  const cache = createPageCache(LIMITS)
  const large = maker(async () => page(200, 600_000))
  const small = maker()
  await cache.get('/small', small)
  for (let n = 0; n < 3; n++) {
    await cache.get('/large', large)
    vi.advanceTimersByTime(n < 2 ? KEEP : 0)
  }
  await cache.get('/small', small)
  await cache.get('/large', large)
  await cache.get('/small', small)
  expect(large).toHaveBeenCalledTimes(3)
  expect(small).toHaveBeenCalledTimes(2)
})

test('a page is compressed in three ways and kept plain too', async () => {
  const html = '<p>Glissé 🎹</p>'.repeat(100)
  const packed = pack(html, 200, 'policy')
  const as = async (...accepted: Coding[]) => (await packed.as(new Set(accepted))).bytes
  expect((await as()).toString()).toBe(html)
  expect(zstdDecompressSync(await as('zstd')).toString()).toBe(html)
  expect(gunzipSync(await as('gzip')).toString()).toBe(html)
  expect(brotliDecompressSync(await as('br')).toString()).toBe(html)
  expect(packed).toMatchObject({ status: 200, policy: 'policy' })
})

test('a page that is asked for again comes in brotli to those who take it, as soon as that is made', async () => {
  const packed = pack('<p>Glissé 🎹</p>'.repeat(100), 200, 'policy')
  const codingFor = async (...accepted: Coding[]) => (await packed.as(new Set(accepted))).coding
  expect(await codingFor('zstd', 'br', 'gzip')).toBe('zstd')
  expect(await codingFor('zstd', 'br', 'gzip')).toBe('zstd')
  await until(async () => (await codingFor('zstd', 'br', 'gzip')) === 'br', 'brotli')
  expect(await codingFor('zstd', 'gzip')).toBe('zstd')
})

test('a page with half of a character is written with the sign for what is unreadable', async () => {
  const { bytes } = await pack(`<p>cut ${'🎹'.slice(0, 1)}</p>`, 200, 'policy').as(new Set())
  expect(bytes.toString()).toBe('<p>cut \ufffd</p>')
})

test('a page may be larger than any before', async () => {
  for (const times of [10, 200_000, 10, 400_000]) {
    const html = '<p>à la carte</p>'.repeat(times)
    const { bytes } = await pack(html, 200, 'policy').as(new Set())
    expect(bytes.toString() === html).toBe(true)
  }
})
