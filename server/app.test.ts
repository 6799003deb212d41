import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { PUBLIC_URL: 'https://beats.example' } })
})
afterAll(() => world.close())

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
  security?: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: object }
}

const { catalogue, profileLists, social, studio, moderation, purchases, ...others } = contract
const features: Record<string, Record<string, Endpoint>> = {
  ...others,
  ...catalogue,
  ...studio,
  reviews: moderation.reviews,
  masters: moderation.masters,
  library: purchases.library,
  purchases: purchases.all,
  beatPurchases: purchases.beats,
  packPurchases: purchases.packs,
  kitPurchases: purchases.kits,
  beats: { ...catalogue.beats, ...profileLists.beats, ...social.beats, ...moderation.beats },
  packs: { ...catalogue.packs, ...profileLists.packs, ...social.packs, ...moderation.packs },
  kits: { ...catalogue.kits, ...profileLists.kits, ...social.kits, ...moderation.kits },
  social: social.own,
}
const calls = Object.entries(features).flatMap(([tag, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${tag}.${name}`, tag, ...endpoint })),
)
const get = (url: string, headers: Record<string, string> = {}) => world.http.inject({ url, headers })
const post = (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  world.http.inject({ method: 'POST', url: '/api/auth/login', payload, headers })

test('the OpenAPI document describes every call of the contract and nothing else', async () => {
  const document = (await get('/api/openapi.json')).json<Document>()
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Slide', version: '1' })
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ id }) => id).sort())
  for (const { id, path, method, auth, summary, tag, body, files } of calls) {
    const there = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    expect(there, id).toMatchObject({ operationId: id, summary, tags: [tag] })
    expect(there?.security, id).toEqual(auth === 'anyone' ? [] : [{ bearer: [] }])
    expect(Boolean(there?.requestBody), id).toBe(Boolean(body ?? files))
    expect(Object.keys(there?.responses ?? {}), id).toEqual(['200', '4XX'])
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const required = there?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(
      required.map((parameter) => parameter.name),
      id,
    ).toEqual(named)
    expect(
      required.every((parameter) => parameter.required),
      id,
    ).toBe(true)
  }
})

test('the stream of notifications is described with its events', async () => {
  const { paths, components } = (await get('/api/openapi.json')).json<Document>()
  const described = paths['/api/notifications/stream']?.get?.responses['200']
  expect(described?.content).toEqual({
    'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
  })
  expect(components.schemas.LiveEvent).toMatchObject({
    oneOf: [
      { properties: { event: { const: 'notification' }, data: { $ref: '#/components/schemas/Notification' } } },
      { properties: { event: { const: 'inbox' } } },
      { properties: { event: { const: 'message' }, data: { $ref: '#/components/schemas/ChatMessage' } } },
      { properties: { event: { const: 'chat' } } },
      { properties: { event: { const: 'typing' } } },
      { properties: { event: { const: 'support' } } },
      { properties: { event: { const: 'account' } } },
    ],
  })
})

test('every reference in the OpenAPI document resolves', async () => {
  const document = (await get('/api/openapi.json')).json<Document>()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)
  expect(references.length).toBeGreaterThan(10)
  for (const reference of new Set(references)) {
    expect(reference).toMatch(/^#\/components\/schemas\/\w+$/)
    expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
  }
})

test('/api/docs shows the OpenAPI document', async () => {
  const page = await get('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch('text/html')
  expect((await get('/api/docs/json')).json<Document>().openapi).toBe('3.1.0')
})

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/beats/7/wave/more'],
  ['POST', '/api/beats/approved'],
  ['DELETE', '/api/me'],
  ['PATCH', '/nowhere'],
  ['GET', '/api/media/..%2f..%2fetc%2fpasswd?token=secret'],
] as const)('%s %s does not exist', async (method, url) => {
  const reply = await world.http.inject({ method, url })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    error: 'not_found',
    message: `There is no ${method} ${url.split('?')[0]}.`,
    requestId: reply.headers['x-request-id'],
  })
})

const SECURITY = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': expect.stringContaining('max-age=31536000'),
}

test.each([
  ['can not be decoded', '/api/%ff'],
  ['is too long', `/api/beats/${'7'.repeat(201)}/wave`],
])('an address that %s is refused with a JSON error and the usual headers', async (_, address) => {
  const reply = await get(`${address}?token=secret`, { 'x-request-id': 'a1b2c3d4' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'bad_request', requestId: 'a1b2c3d4' })
  expect(reply.headers).toMatchObject({ ...SECURITY, 'cache-control': 'no-store', 'x-request-id': 'a1b2c3d4' })
  expect(reply.body).not.toContain('secret')
})

test('a private answer is never kept, however its address is written', async () => {
  const ann = await world.signUp()
  const reply = await get('/%61pi/me', { authorization: `Bearer ${ann.accessToken}` })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
})

test('an unreadable page address redirects home and carries the usual headers', async () => {
  const reply = await get('/%ff', { 'x-request-id': 'a1b2c3d4' })
  expect(reply.statusCode).toBe(302)
  expect(reply.headers).toMatchObject({ ...SECURITY, location: '/', 'x-request-id': 'a1b2c3d4' })
})

test('a harmless x-request-id is kept', async () => {
  const numberOf = async (given: string) =>
    (await get('/api/health', { 'x-request-id': given })).headers['x-request-id']
  for (const harmless of ['a1b2c3d4', 'trace_2024-01', 'x'.repeat(64)]) expect(await numberOf(harmless)).toBe(harmless)
  for (const harmful of [
    'short',
    'x'.repeat(65),
    'has space',
    '<script>alert(1)',
    'a1b2c3d4\t',
    'naïve-name',
    '{"a":1234}',
  ])
    expect(await numberOf(harmful), harmful).toMatch(/^[0-9a-f-]{36}$/)
  expect((await get('/api/health')).headers['x-request-id']).not.toBe(
    (await get('/api/health')).headers['x-request-id'],
  )
})

const JSON_TYPE = { 'content-type': 'application/json' }
test.each([
  ['JSON that is none', 400, 'invalid_json', '{"email":', JSON_TYPE],
  ['an empty body', 400, 'invalid_json', '', JSON_TYPE],
  ['JSON that is no object', 400, 'invalid', '[]', JSON_TYPE],
  ['null', 400, 'invalid', 'null', JSON_TYPE],
  ['a poisoned prototype', 400, 'invalid_json', '{"__proto__":{"isAdmin":true}}', JSON_TYPE],
  ['a form', 415, 'unsupported_media_type', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a type that is none', 415, 'unsupported_media_type', '{}', { 'content-type': 'nonsense' }],
  ['a body without a type', 415, 'unsupported_media_type', '{}', {}],
  ['too large a body', 413, 'too_large', `"${'x'.repeat(2 * 1024 * 1024)}"`, JSON_TYPE],
  ['endless nesting', 400, 'invalid', '['.repeat(20_000) + ']'.repeat(20_000), JSON_TYPE],
])('%s is refused with a JSON error', async (_, status, error, payload, headers) => {
  const reply = await post(Buffer.from(payload), headers as Record<string, string>)
  expect(reply.json()).toMatchObject({ error, message: expect.any(String), requestId: reply.headers['x-request-id'] })
  expect(reply.statusCode).toBe(status)
})

test('a missing body is reported for each field', async () => {
  const reply = await world.http.inject({ method: 'POST', url: '/api/auth/login' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'invalid', fields: { body: expect.any(String) } })
})

test('API answers are not cached and may not run anything in a browser', async () => {
  for (const url of ['/api/health', '/api/beats/new', '/api/nothing', '/api/me', '/api/openapi.json'])
    expect((await get(url)).headers, url).toMatchObject({
      ...SECURITY,
      'cache-control': 'no-store',
    })
  expect((await get('/api/health')).headers).not.toHaveProperty('x-powered-by')
})

test('lists refuse malformed page and limit and never fail', async () => {
  const status = async (query: string) => (await get(`/api/beats/approved?${query}`)).statusCode
  const refused = ['-1', '1.5', 'NaN', '1e9', 'Infinity', 'x', '0x', '1;2', '%00', '9'.repeat(400), '1&page=2']
  for (const page of refused) expect(await status(`page=${page}`), page).toBe(400)
  for (const limit of ['0', '-5', '2.5', 'NaN', 'all']) expect(await status(`limit=${limit}`), limit).toBe(400)
  for (const fine of [
    '',
    'page=0',
    'page=1000000&limit=100',
    'limit=1',
    'unknown=1',
    'sort=;drop%20table',
    '__proto__=1',
    'a[b]=c',
  ])
    expect(await status(fine), fine).toBe(200)
  expect((await get('/api/beats/approved?page=-1&limit=0')).json()).toMatchObject({
    error: 'invalid',
    fields: { page: expect.any(String), limit: expect.any(String) },
  })
})

test('NUL characters break no call and no page', async () => {
  const nul = 'a%00b'
  for (const path of [
    `items/by-slug/${nul}`,
    `beats/by-slug/${nul}`,
    `kits/by-slug/%00`,
    `styles/${nul}`,
    `beats/styles/${nul}`,
  ])
    expect((await get(`/api/${path}`)).statusCode, path).toBe(404)
  for (const query of [
    `items?tags=${nul}`,
    `search?q=${nul}&tags=%00`,
    `users/producers?q=${nul}`,
    `users?role=PRODUCER&q=%00`,
    `suggestions?q=${nul}`,
  ])
    expect((await get(`/api/${query}`)).statusCode, query).toBe(200)
})

test('malformed ids are refused', async () => {
  for (const id of ['0', '-1', '1.5', 'x', '1e400', '9'.repeat(30), '%00', '%27'])
    expect((await get(`/api/beats/${id}/wave`)).statusCode, id).toBe(400)
})

test('a database timeout answers 503 and asks to try again', async () => {
  const { db } = world.app
  await db.transaction().execute(async (tx) => {
    await sql`lock table item_search in access exclusive mode`.execute(tx)
    const answer = get('/api/items')
    const cancelWaiting = sql<{ done: boolean }>`select pg_cancel_backend(pid) as done from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await cancelWaiting.execute(db)).rows.length > 0)
    const { statusCode, headers, body } = await answer
    expect([statusCode, headers['retry-after'], JSON.parse(body)]).toMatchObject([503, '5', { error: 'busy' }])
  })
})
