import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Page, RenderPage } from '#contract/page.ts'
import { mountApp } from '#server/app.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let http: FastifyInstance
let rendered: string[]
let render: RenderPage

const pageOf = (html: string, status = 200): Page => ({
  kind: 'page',
  status,
  html,
  data: {},
  modules: [],
  meta: { title: 'T' },
})
beforeEach(async () => {
  world = await createWorld({ env: { PUBLIC_URL: 'https://beats.example' } })
  rendered = []
  render = async (url) => {
    rendered.push(url)
    return pageOf(`<p>page of ${url}</p>`.repeat(20))
  }
  const web = async () => ({
    keep: 15_000,
    policy: true,
    renderer: async () => (url: string, call: Parameters<RenderPage>[1]) => render(url, call),
    head: async () => ({ tags: '', style: '' }),
  })
  http = await mountApp(world.app, { web })
})
afterEach(async () => {
  await http.close()
  await world.close()
})

/** Clients tidy addresses before they send them; this one doesn't. */
async function overTheWire(path: string) {
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  return new Promise<IncomingMessage>((done, fail) => {
    const request = get({ host: '127.0.0.1', port, path }, (reply) => done(reply.resume()))
    request.once('error', fail)
  })
}

test('a page comes compressed as asked for, with its policy, and is asked for again each time', async () => {
  const as = (accept: string) => http.inject({ url: '/about', headers: { 'accept-encoding': accept } })
  const [br, gzip, plain] = [await as('gzip, deflate, br'), await as('gzip'), await as('identity')]
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
  })
  expect(rendered).toEqual(['/about'])
})

test('a query makes no other page', async () => {
  for (const query of ['', '?q=uk', '?utm_source=y', `?q=${'x'.repeat(5_000)}`]) await http.inject(`/search${query}`)
  expect(rendered).toEqual(['/search'])
})

test.each([
  '//',
  '///',
  '//evil.example/path',
  '/\\evil.example',
  '//:99999',
  '/..//..',
  '/%2f%2fevil.example',
  '/a?q=%00&page=%ff',
])('%s is a page of ours or leads home', async (url) => {
  const reply = await overTheWire(url)
  expect(reply.statusCode).toBeLessThan(400)
  expect(reply.headers.location ?? '/').toBe('/')
  for (const asked of rendered) expect(new URL(asked, 'http://page').host).toBe('page')
})

test('what is not found is told with its page; what fails, in the error form and without its cause', async () => {
  render = async () => pageOf('<p>nothing here</p>', 404)
  const missing = await http.inject('/nowhere')
  expect(missing).toMatchObject({ statusCode: 404, body: expect.stringContaining('nothing here') })
  render = () => Promise.reject(new Error('the inside of things'))
  const failed = await http.inject('/fails')
  expect(failed.statusCode).toBe(500)
  expect(failed.body).not.toContain('inside')
  const seen = await http.inject({ url: '/fails', headers: { accept: 'text/html,*/*' } })
  expect(seen).toMatchObject({ statusCode: 500, body: expect.stringContaining('That did not work') })
  expect(seen.body).not.toContain('inside')
  render = async () => ({ kind: 'redirect', to: '/', status: 302 })
  expect(await http.inject('/gone?from=mail')).toMatchObject({ statusCode: 302, headers: { location: '/' } })
  render = async () => ({ kind: 'redirect', to: '/track/new', status: 301 })
  const moved = await http.inject('/track/old?from=mail')
  expect(moved).toMatchObject({ statusCode: 301, headers: { location: '/track/new?from=mail' } })
})

test('pages read the same API, as guests', async () => {
  render = async (_, call) => pageOf(JSON.stringify((await call('GET /styles')).items.length))
  const reply = await http.inject({ url: '/styles', headers: { authorization: 'Bearer nonsense' } })
  expect(reply.body).toContain('>13<')
})

test('crawlers are told where the pages are', async () => {
  const robots = await http.inject('/robots.txt')
  expect(robots.body).toContain('Disallow: /api/\n')
  expect(robots.body).toContain('Sitemap: https://beats.example/sitemap.xml')
  const map = await http.inject('/sitemap.xml')
  expect(map.headers['content-type']).toMatch('application/xml')
  expect([...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toContain('https://beats.example/about')
})

test.each([
  ['/favicon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/x-icon'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s is there', async (url, type) => {
  const reply = await http.inject(url)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toMatch(type)
  expect(reply.rawPayload.length).toBeGreaterThan(100)
})
