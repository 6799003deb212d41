import { createHash } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
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
    renderer: async () => ({
      render: (url: string, call: Parameters<RenderPage>[1]) => render(url, call),
      reads: (pathname: string) => (pathname === '/list' ? ['page', 'q', 'style'] : []),
    }),
    head: async () => ({ tags: '', styles: [] }),
    frameHead: async () => ({ tags: '', styles: ['main{color:red}'], script: 'play()' }),
  })
  http = await mountApp(world.app, { web })
})
afterEach(async () => {
  await http.close()
  await world.close()
})

/** Sends the address unchanged; common clients tidy it first. */
async function overTheWire(path: string) {
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  return new Promise<IncomingMessage>((done, fail) => {
    const request = get({ host: '127.0.0.1', port, path }, (reply) => done(reply.resume()))
    request.once('error', fail)
  })
}

test('a page is compressed as the browser asks, has its content policy and is checked again each time', async () => {
  const as = (accept: string) => http.inject({ url: '/about', headers: { 'accept-encoding': accept } })
  const [zstd, br] = [await as('gzip, deflate, br, zstd'), await as('gzip, deflate, br')]
  const [gzip, plain] = [await as('gzip'), await as('identity')]
  const codings = [zstd, br, gzip, plain].map(({ headers }) => headers['content-encoding'])
  expect(codings).toEqual(['zstd', 'br', 'gzip', undefined])
  expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(plain.body)
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

test.each([
  ['zstd;q=0, br', 'br'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['ZSTD; q=0 , BR ; Q=0.000,gzip; q=1', 'gzip'],
  ['gzip;q=0, *', undefined],
  ['br-like, xgzip', undefined],
])('a browser that accepts “%s” gets a page in %s', async (accepted, coding) => {
  const { headers } = await http.inject({ url: '/about', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(coding)
})

test('only the player for other sites may be framed, and its policy allows only its own script and styles', async () => {
  render = async () => ({
    kind: 'frame',
    status: 200,
    title: '</title><b>',
    html: '<main>player</main>',
    style: 'main{--l:#abcdef}',
    data: { title: '</script><script>alert(1)</script>' },
  })
  const frame = await http.inject('/track/x/embed')
  expect(frame.headers).not.toHaveProperty('x-frame-options')
  const policy = String(frame.headers['content-security-policy'])
  expect(policy).toMatch(/; frame-ancestors \*$/)
  const sha256 = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`
  expect(policy).toContain(`script-src 'self' ${sha256('play()')};`)
  expect(policy).toContain(`style-src 'self' ${sha256('main{color:red}')} ${sha256('main{--l:#abcdef}')};`)
  expect(policy).not.toContain('unsafe')
  expect(frame.body).toContain('<title>&lt;/title>&lt;b></title>')
  expect(frame.body).toContain('<meta name="robots" content="noindex">')
  expect(frame.body).not.toContain('<script>')

  render = async () => pageOf('<p>page</p>')
  for (const path of [
    '/',
    '/track/x',
    '/favicon.svg',
    '/robots.txt',
    '/api/health',
    '/api/nowhere',
    '/media/covers/x',
  ]) {
    const { headers } = await http.inject(path)
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options'], path).toBe('DENY')
  }
  render = () => Promise.reject(new Error('broken'))
  expect((await http.inject('/track/y/embed')).headers['x-frame-options']).toBe('DENY')
})

test('a query that a page does not read makes no new cache entry', async () => {
  for (const query of ['', '?q=uk', '?utm_source=y', `?q=${'x'.repeat(5_000)}`]) await http.inject(`/about${query}`)
  expect(rendered).toEqual(['/about'])
})

test('a page gets only the parameters that it reads, in one order', async () => {
  for (const query of ['?style=uk&page=2', '?page=2&utm_source=y&style=uk&style=ny', '?page=+2%00&style=uk&q='])
    await http.inject(`/list${query}`)
  await http.inject('/list?utm_source=y')
  await http.inject('/list?page=1')
  expect(rendered).toEqual(['/list?page=2&style=uk', '/list', '/list?page=1'])
})

test('pages with a query push out each other only after many, and pages without one never', async () => {
  await http.inject('/list')
  for (let page = 0; page < 250; page++) await http.inject(`/list?page=${page}`)
  rendered = []
  for (const address of ['/list', '/list?page=249', '/list?page=0']) await http.inject(address)
  expect(rendered).toEqual(['/list?page=0'])
})

test('search pages are rendered for each visitor', async () => {
  for (let i = 0; i < 2; i++) await http.inject('/list?q=frost')
  expect(rendered).toEqual(['/list?q=frost', '/list?q=frost'])
})

test('the canonical address contains only parameters that the page chose', async () => {
  const { body } = await http.inject('/list?page=2&style="><script>')
  expect(body).toContain('<link rel="canonical" href="https://beats.example/list">')
})

test.each([
  '//',
  '///',
  '//evil.example/path',
  '/\\evil.example',
  '//:99999',
  '/..//..',
  '/.//evil.example/list',
  '/x/..//evil.example',
  '/%2f%2fevil.example',
  '/a?q=%00&page=%ff',
])('%s shows a page of this site or leads home', async (url) => {
  const reply = await overTheWire(url)
  expect(reply.statusCode).toBeLessThan(400)
  expect(reply.headers.location ?? '/').toBe('/')
  for (const asked of rendered) expect(new URL(asked, 'http://page').host).toBe('page')
})

test.each(['[:::]', '999.999.999.999', 'a..b:99999', 'a"><script>'])('%s is refused as a host', async (host) => {
  const nameless = await createWorld()
  expect((await nameless.http.inject({ url: '/robots.txt', headers: { host } })).statusCode).toBe(400)
  await nameless.close()
})

test.each(['javascript', 'https"><script>', 'HTTPS/x'])(
  '%s is refused as the protocol of a proxy',
  async (protocol) => {
    const behindProxy = await createWorld({ env: { TRUST_PROXY: 'loopback' } })
    const ask = (value: string) =>
      behindProxy.http.inject({ url: '/robots.txt', headers: { host: 'beats.example', 'x-forwarded-proto': value } })
    expect((await ask('https')).body).toContain('https://beats.example/sitemap.xml')
    expect((await ask(protocol)).statusCode).toBe(400)
    await behindProxy.close()
  },
)

test('an unknown page answers 404 with a page, and a failure answers an error without its cause', async () => {
  render = async () => pageOf('<p>nothing here</p>', 404)
  const missing = await http.inject('/nowhere')
  expect(missing).toMatchObject({ statusCode: 404, body: expect.stringContaining('nothing here') })
  render = () => Promise.reject(new Error('the inside of things'))
  for (const accept of ['text/html,*/*', '*/*', '']) {
    const failed = await http.inject({ url: '/fails', headers: { accept } })
    expect(failed).toMatchObject({ statusCode: 500, body: expect.stringContaining('That did not work') })
    expect(failed.headers['content-type']).toMatch('text/html')
    expect(failed.body).not.toContain('inside')
  }
  render = async () => ({ kind: 'redirect', to: '/', status: 302 })
  expect(await http.inject('/gone?from=mail')).toMatchObject({ statusCode: 302, headers: { location: '/' } })
  render = async () => ({ kind: 'redirect', to: '/track/new', status: 301 })
  const moved = await http.inject('/track/old?from=mail')
  expect(moved).toMatchObject({ statusCode: 301, headers: { location: '/track/new?from=mail' } })
})

test('pages read the API as guests', async () => {
  render = async (_, call) => pageOf(JSON.stringify((await call('GET /styles')).items.length))
  const reply = await http.inject({ url: '/styles', headers: { authorization: 'Bearer nonsense' } })
  expect(reply.body).toContain('>13<')
})

test.each([
  ['/favicon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/x-icon'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s is served', async (url, type) => {
  const reply = await http.inject(url)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toMatch(type)
  expect(reply.rawPayload.length).toBeGreaterThan(100)
})
