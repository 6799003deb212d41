import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { addItem } from './factories.ts'
import { endpointsIn } from './reply.ts'
import { createWorld, type World } from './world.ts'

const AT_ONCE = 12
const PATIENCE = 5_000 // for one answer, on a busy machine

const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('')
const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e999',
  '-999999999999999999999',
  '9007199254740993',
  'NaN',
  'Infinity',
  '0x10',
  '١٢',
  'null',
  'undefined',
  'true',
  '[object Object]',
  ',,,',
  'a,'.repeat(300),
  'a'.repeat(10_000),
  'word '.repeat(2_000),
  Array.from({ length: 60 }, (_, n) => `w${n}`).join(' '),
  controls,
  'a\u0000b',
  '\u0000',
  '\u202Edrow\u202C \u2066x\u2069 \u200B\uFEFF',
  "'; drop table item; --",
  "' or '1'='1",
  '1; select pg_sleep(9)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' & | ! : * ( ) <->",
  'a & ! b | (',
  "a:* <-> 'b'",
  '!!a',
  ':*A',
  '\\',
  "\\'",
  "a\\'b\\\\",
  '%',
  '_',
  '%_%\\%',
  '$1 ${x} {{x}}',
  '../../../etc/passwd',
  '🔥🔥🔥',
  '🏴‍☠️👩‍👩‍👧‍👦',
  `a${'\u0301'.repeat(190)}`,
  'ﷺ'.repeat(190),
  '\u{10FFFF}\uFFFF\uFFFE',
  'İıſß',
  '漢字かな交じり文',
  '__proto__',
  'constructor',
  'uk-drill',
  'BEAT',
]
/** Broken encodings, and characters that no text may contain. */
const RAW = ['%00', '%ED%A0%80', '%FF', '%', '%E0%A4%A', '%uD800', '+', '%2F', '%5C', '%E2%80%AE']
const IN_BODY: unknown[] = [...HOSTILE, '\uD800', 'a\uDFFFb', 1, -1, null, true, [], ['a'], {}, { toString: 'x' }]
/** Valid values for required fields that are not under test. */
const FITTING = ['1', 'PRODUCER', 'some words', 'someone@slide.test', 'Buying']

type Schema = NonNullable<Endpoint['params']>
const fieldsOf = (schema: Schema | undefined) =>
  Object.entries((schema as { shape?: Record<string, Schema> })?.shape ?? {})
const fittingOf = (schema: Schema | undefined) =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const value = field.safeParse(undefined).success ? undefined : FITTING.find((text) => field.safeParse(text).success)
    return value === undefined ? [] : [[name, value] as const]
  })
const calls = endpointsIn(contract).filter(({ stream }) => !stream)

let world: World
let token: string
let known: Record<string, string>
let shown: { id: number; slug: string; title: string; ownerId: number; deletedAt: null }
beforeAll(async () => {
  world = await createWorld()
  const { db } = world.app
  const [caller, owner] = [await world.signUp(), await world.signUp()]
  token = caller.accessToken
  const slug = 'cold-night'
  const id = await addItem(db, { ownerId: owner.id, slug, title: 'Cold Night', tags: ['dark'], styleId: 1, bpm: 142 })
  shown = { id, slug, title: 'Cold Night', ownerId: owner.id, deletedAt: null }
  known = { id: String(id), slug }
})
afterAll(() => world.close())

type Asked = { method: Endpoint['method']; url: string; body?: object }

async function ask({ method, url, body }: Asked) {
  const began = performance.now()
  const reply = await world.http.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return {
    url,
    body,
    status: reply.statusCode,
    type: reply.headers['content-type'],
    took: performance.now() - began,
    text: reply.body,
  }
}

/** The oEmbed protocol demands 501 for formats other than JSON. */
const NOT_SPOKEN = /\/oembed\?.*format/

const GIVES_A_FILE = /^\/api\/me\/(items|statement)\/(table|paper)\?/

/** Expects that no call fails or takes long, and that all answer in JSON. */
async function expectInert(all: Asked[]) {
  for (let from = 0; from < all.length; from += AT_ONCE)
    for (const { status, type, took, text, url, body } of await Promise.all(all.slice(from, from + AT_ONCE).map(ask))) {
      const said = `${url.slice(0, 200)} ${JSON.stringify(body ?? '').slice(0, 200)}: ${status} ${text.slice(0, 300)}`
      expect(status === 200 || (status >= 400 && status < 500) || NOT_SPOKEN.test(url), said).toBe(true)
      if (!(status === 200 && GIVES_A_FILE.test(url))) expect(type, said).toMatch(/^application\/json/)
      expect(took, said).toBeLessThan(PATIENCE)
    }
}

const addressOf = (path: string, params: Record<string, string>, query = '') =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1')}${query && `?${query}`}`

const REFUSED = 5

/**
 * All values that a field takes reach its handler. Many fields share one schema, which refuses a value before a handler
 * runs: each of them tries some of these, another call others.
 */
function triedOn<Value>(field: Schema, values: readonly Value[], nth: number) {
  const isTaken = (value: Value) => field.safeParse(value).success
  const refused = values.filter((value) => !isTaken(value))
  const step = Math.ceil(refused.length / REFUSED)
  return [...values.filter(isTaken), ...refused.filter((_, index) => index % step === nth % step)]
}

const textsOn = (field: Schema, nth: number) => [...triedOn(field, HOSTILE, nth).map(encodeURIComponent), ...RAW]

function wrongCallsOf({ method, path, params, query, body }: Endpoint, nth: number): Asked[] {
  const base = new URLSearchParams(Object.fromEntries(fittingOf(query))).toString()
  const without = (name: string) =>
    base
      .split('&')
      .filter((pair) => !pair.startsWith(`${name}=`))
      .join('&')
  const fitting = body && Object.fromEntries(fittingOf(body))
  const call = (url: string): Asked => ({ method, url, ...(fitting && { body: fitting }) })
  const inPath = fieldsOf(params).flatMap(([name, field]) =>
    textsOn(field, nth).map((text) => call(addressOf(path, { ...known, [name]: text }, base))),
  )
  const inQuery = fieldsOf(query).flatMap(([name, field]) =>
    [
      ...textsOn(field, nth).map((text) => `${name}=${text}`),
      `${name}=a&${name}=b`,
      `${name}=1&${name}=1`,
      `${name}[]=a`,
      `${name}[x]=a`,
      name,
    ].map((pair) => call(addressOf(path, known, [without(name), pair].filter(Boolean).join('&')))),
  )
  const inBody = fieldsOf(body).flatMap(([name, field]) =>
    triedOn(field, IN_BODY, nth).map((value) => ({
      ...call(addressOf(path, known, base)),
      body: { ...fitting, [name]: value },
    })),
  )
  return [...inPath, ...inQuery, ...inBody]
}

test.each(calls.map((call, nth) => [`${call.method} ${call.path}`, call, nth] as const))(
  '%s stays harmless with any wrong input',
  async (_, call, nth) => {
    await expectInert(wrongCallsOf(call, nth))
    // what belongs to another person did not change
    const { rows } = await sql`select id, slug, title, owner_id, deleted_at from item
      where owner_id = ${shown.ownerId}`.execute(world.app.db)
    expect(rows).toEqual([shown])
  },
)

test.each(['', '%20', '%201', '0x10', '1e1', '%2B1', '١٢', '1,5', 'NaN'])(
  '“%s” is refused as a number in an address',
  async (text) => {
    for (const query of ['items?page', 'items?limit', 'items?priceMax', 'items?bpmMin', `beats/${shown.id}/wave?bars`])
      expect(await ask({ method: 'GET', url: `/api/${query}=${text}` })).toMatchObject({ status: 400 })
    expect(await ask({ method: 'GET', url: '/api/items?page=0&limit=50&priceMax=29.95&bpmMin=120' })).toMatchObject({
      status: 200,
    })
  },
)

test('several faults at once are all reported', async () => {
  const items = calls.find(({ path }) => path === '/search')!
  const all = HOSTILE.map((text) =>
    fieldsOf(items.query)
      .map(([name]) => `${name}=${encodeURIComponent(text)}`)
      .join('&'),
  )
  await expectInert(all.map((query) => ({ method: 'GET', url: `/api/search?${query}` })))
  const odd = ['__proto__=1', 'constructor[prototype]=1', 'toString=1', '&&&', '=', '?', '#', `${'x'.repeat(5_000)}=1`]
  await expectInert(odd.map((query) => ({ method: 'GET', url: `/api/search?${query}` })))
})

test('characters with a meaning for PostgreSQL are treated as text', async () => {
  const titles = async (q: string) =>
    (await world.guest('GET /search', { query: { q } })).items.map(({ title }) => title)
  for (const q of [
    "cold' | 'x",
    'cold & night',
    '!cold night',
    'cold:*',
    'cold <-> night',
    '(cold',
    'cold\\',
    "'cold'",
  ])
    expect(await titles(q), q).toEqual(['Cold Night'])
  for (const q of ['!absent & !missing', ':*', '%', '_', "' | '", '🔥']) {
    const found = await titles(q)
    // a search without words lists everything
    expect(found, q).toEqual(/\w{2}/.test(q) ? [] : ['Cold Night'])
  }
})
