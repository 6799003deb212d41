import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { createEstate, FIRST, SECRETS, type Estate } from './estate.ts'
import { callsWithIds, FOREIGN, type Foreign } from './foreign-ids.ts'
import { endpointsIn } from './reply.ts'
import type { Person } from './shop.ts'

/**
 * Routes whose path names nothing that belongs to one person alone; `:kind` stands for beats, packs and kits. Each other
 * route with a parameter must refuse strangers, and must find something of Ann's for herself: the estate has one thing of
 * each kind, and `BODIES` the body without which the call would be invalid.
 */
const OPEN = new Set(
  `
GET /:kind/:id
GET /:kind/by-slug/:slug
GET /:kind/:id/licenses
GET /:kind/:id/preview-url
GET /:kind/:id/preview-playlist
GET /:kind/:id/contents
GET /:kind/:id/wave
GET /:kind/:id/comments
POST /:kind/:id/comments
POST /:kind/:id/play
GET /:kind/:id/liked
POST /:kind/:id/like
DELETE /:kind/:id/like
GET /items/by-slug/:slug
GET /items/by-slug/:slug/unlisted
GET /items/:id/similar
GET /items/:id/deals
POST /items/:id/report
GET /:kind/styles/:slug
GET /styles/:slug
GET /users/:id
GET /users/artist/:id
GET /users/:id/lines
GET /users/:id/pinned
GET /users/:id/followers
GET /users/:id/following
GET /users/:id/:kind
GET /users/:id/:kind/approved
GET /users/:id/:kind/featured
GET /users/:id/:kind/popular
GET /users/:id/:kind/trending
GET /users/:id/:kind/new
POST /users/:id/report
GET /follow/:id/is-following
POST /follow/:id
DELETE /follow/:id
GET /chat/threads/:id
PUT /chat/blocks/:id
DELETE /chat/blocks/:id
POST /comments/:id/report
GET /licenses/:number
GET /sandbox/payments/:reference
POST /sandbox/payments/:reference/card
POST /sandbox/payments/:reference/challenge
POST /sandbox/payments/:reference/approval
GET /sandbox/subscriptions/:reference
POST /sandbox/subscriptions/:reference/challenge
POST /sandbox/subscriptions/:reference/approval
GET /me/payouts/years/:year/table
GET /me/payouts/years/:year/paper
POST /uploads/:purpose
`
    .trim()
    .split('\n'),
)
/** The answers of open calls that say the same about a hidden item and an unknown one. */
const TELLS_NOTHING = ['{"item":null}', '[]']

const licenses = [{ type: 'MP3', price: 20, enabled: true }]
const proof = { password: 'windows lit at night' }
/** Good bodies, so that only the id in the path can be refused. */
const BODIES: Record<string, object | ((own: Estate['anns']) => object)> = {
  'PATCH /me/beats/:id': { title: 'Mine now' },
  'PATCH /me/packs/:id': { name: 'Mine now' },
  'PATCH /me/kits/:id': { name: 'Mine now' },
  'PATCH /me/beats/:id/licenses': licenses,
  'PATCH /me/packs/:id/licenses': [{ type: 'WAV', price: 20, enabled: true }],
  'POST /me/beats/:id/files': ({ uploads }) => ({ coverUploadId: uploads.beatCover }),
  'POST /me/packs/:id/files': ({ uploads }) => ({ coverUploadId: uploads.packCover }),
  'POST /me/kits/:id/files': ({ uploads }) => ({ coverUploadId: uploads.kitCover }),
  'POST /me/beats/:id/preview': { hasTag: false },
  'PUT /me/items/:id/split': { ownPoints: 9_000, people: [{ handle: 'Nadia_bars', points: 1_000 }] },
  'PATCH /me/codes/:id': { state: 'paused' },
  'PATCH /me/deals/:id': { state: 'paused' },
  'PATCH /me/passkeys/:id': { name: 'Mine now' },
  'POST /me/passkeys/:id/remove': proof,
  'POST /me/sessions/:id/end': proof,
  'POST /problems/:id/answer': { text: 'Here it is.' },
  'POST /problems/:id/escalate': { text: 'It still ends.' },
  'POST /problems/:id/refund': { reason: 'Sorry.' },
  'POST /purchases/:id/problem': { reason: 'broken', text: 'It ends too early.' },
  'POST /messages/:id/report': { reason: 'Rude.' },
  'POST /items/:id/report': { reason: 'Rude.' },
  'POST /beats/:id/comments': { text: 'Hard.' },
  'POST /packs/:id/comments': { text: 'Hard.' },
  'POST /kits/:id/comments': { text: 'Hard.' },
}
const QUERIES: Record<string, (estate: Estate) => Record<string, string>> = {
  'GET /purchases/packs/:id/stream': ({ bought }) => ({ key: bought.trackKey }),
  'GET /purchases/kits/:id/stream': ({ bought }) => ({ key: bought.soundKey }),
  'GET /purchases/packs/:id/download': () => ({ file: 'zip' }),
  'GET /purchases/kits/:id/download': () => ({ file: 'zip' }),
}

const METHODS: Endpoint['method'][] = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
const calls = endpointsIn(contract)
  .filter(({ stream }) => !stream)
  .toSorted((one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method))
const withIds = calls.filter(({ path }) => path.includes(':'))
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`
const ofAnyKind = (call: Endpoint) => routeOf(call).replace(/\/(beats|packs|kits)(?=\/|$)/, '/:kind')
const isOpen = (call: Endpoint) => OPEN.has(ofAnyKind(call))
const owned = withIds.filter((call) => call.auth !== 'admin' && !isOpen(call))
const ofItems = withIds.filter((call) => isOpen(call) && /^\/(beats|packs|kits|items)\/(:id|by-slug)/.test(call.path))

let estate: Estate
beforeAll(async () => {
  estate = await createEstate()
})
afterAll(() => estate.world.close())

async function send(call: Endpoint, asked: Omit<Foreign, 'answer'>, person?: Person) {
  const { params = [], query = {}, body, form } = asked
  const values = [...params]
  const path = call.path.replace(/:\w+/g, () => String(values.shift()))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const payload = form ? formOf({ body: { meta: form } }) : body
  const reply = await estate.world.http.inject({
    method: call.method,
    url: `/api${path}?${search.toString()}`,
    payloadAsStream: call.stream === true, // it would never end
    ...(person && { headers: { authorization: `Bearer ${person.accessToken}` } }),
    ...(payload !== undefined && { payload: payload as object }),
  })
  if (call.stream) reply.stream().destroy()
  const [status, text] = [reply.statusCode, call.stream ? '{}' : reply.body]
  return { status, text, said: `${routeOf(call)} ${JSON.stringify(asked)}: ${status} ${text.slice(0, 200)}` }
}

/** Sends a call with a good query and body, so that only its path can be refused. */
function ask(call: Endpoint, params: (string | number)[], person?: Person) {
  const route = routeOf(call)
  const body = BODIES[route]
  const own = person === estate.ann ? estate.anns : estate.cleos
  const query = QUERIES[route]?.(estate) ?? {}
  return send(call, { params, query, body: typeof body === 'function' ? body(own) : body }, person)
}

const ids = Array.from({ length: 8 }, (_, nth) => FIRST + nth)
/** All that the parameters of a path can name of Ann's things. */
function annsIn({ path }: Endpoint): (string | number)[][] {
  const [, second] = path.match(/:\w+/g)!
  if (path.includes('/uploads/')) return Object.values(estate.anns.uploads).map((id) => [id])
  if (!second) return ids.map((id) => [id])
  if (second === ':fileIndex') return ids.map((id) => [id, 0])
  const { packId, kitId } = estate.cleos // parts of Ann's items, asked for at items of Cleo's
  return [...ids.slice(0, 4), packId, kitId].flatMap((id) => ids.slice(0, 4).map((part) => [id, part]))
}

/** A sum of the rows of each table. */
async function sums() {
  const { db } = estate.world.app
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const all = await Promise.all(
    rows.map(async ({ name }) => {
      const sum = await sql<{ sum: string }>`select md5(string_agg(row::text, '' order by row::text)) as sum
        from ${sql.table(name)} as row`.execute(db)
      return [name, sum.rows[0]!.sum] as const
    }),
  )
  return Object.fromEntries(all)
}

test('guests come as far as the calls for anyone, and people not to the desk', async () => {
  const values = [FIRST, FIRST]
  for (const call of calls.filter(({ auth }) => auth !== 'anyone')) {
    const guest = await ask(call, values)
    expect(guest.status, guest.said).toBe(401)
    if (call.auth !== 'admin') continue
    const seller = await ask(call, values, estate.cleo)
    expect(seller.status, seller.said).toBe(403)
  }
})

test('a call for anyone whose path names something is listed as open', () => {
  expect(owned.filter(({ auth }) => auth === 'anyone').map(routeOf)).toEqual([])
})

test('the lists of this test name calls that exist', () => {
  const routes = new Set(endpointsIn(contract).flatMap((call) => [routeOf(call), ofAnyKind(call)]))
  const listed = [...OPEN, ...[BODIES, QUERIES, FOREIGN].flatMap(Object.keys)]
  expect(listed.filter((route) => !routes.has(route))).toEqual([])
})

test('a stranger is refused by each call that names a thing of Ann, and changes nothing', async () => {
  const before = await sums()
  const faults: string[] = []
  for (const call of owned) {
    const answers = await Promise.all(annsIn(call).map((values) => ask(call, values, estate.cleo)))
    faults.push(...answers.filter(({ status }) => status !== 403 && status !== 404).map(({ said }) => said))
  }
  expect(faults).toEqual([])
  expect(await sums()).toEqual(before)
})

test('hidden items look to a stranger like items that do not exist', async () => {
  const faults: string[] = []
  const { db } = estate.world.app
  for (const [name, id] of Object.entries(estate.hidden)) {
    const { slug } = await db.selectFrom('item').where('id', '=', id).select('slug').executeTakeFirstOrThrow()
    const nameIn = ({ path }: Endpoint) => (path.includes(':slug') ? slug : id)
    const answers = await Promise.all(ofItems.map((call) => ask(call, [nameIn(call)], estate.cleo)))
    const telling = answers.filter(({ status, text }) => status !== 404 && !TELLS_NOTHING.includes(text))
    faults.push(...telling.map(({ said }) => `${name}: ${said}`))
  }
  expect(faults).toEqual([])
})

test('no answer shows a stranger an address, a legal name, a private text or a place of a file of Ann’s', async () => {
  const { ann, anns, cleo } = estate
  const secrets = [...Object.values(SECRETS), ann.email, 'masters/']
  const told: string[] = []
  for (const call of calls.filter(({ method, auth }) => method === 'GET' && auth !== 'admin')) {
    const values = call.path.includes(':') ? [ann.id, anns.packId, anns.kitId] : [0]
    const answers = await Promise.all(values.map((id) => ask(call, [id, id], cleo)))
    told.push(...answers.filter(({ text }) => secrets.some((secret) => text.includes(secret))).map(({ said }) => said))
  }
  expect(told).toEqual([])
})

test('a stranger gets nothing for an id of Ann’s in a query, a body or a form, and changes nothing', async () => {
  const before = await sums()
  const faults: string[] = []
  for (const { call, names } of callsWithIds) {
    const route = routeOf(call)
    const all = FOREIGN[route]?.(estate) ?? []
    const tried = JSON.stringify(all)
    faults.push(
      ...names.filter((name) => !tried.includes(`"${name}"`)).map((name) => `${route} is not tried with ${name}`),
    )
    for (const { answer, ...asked } of all) {
      const { status, text, said } = await send(call, asked, estate.cleo)
      const given = JSON.parse(text) as { fields?: object }
      if (typeof answer === 'object') expect({ status, given }, said).toMatchObject({ status: 200, given: answer })
      else if (status !== (typeof answer === 'number' ? answer : 400)) faults.push(said)
      else if (typeof answer === 'string') expect(Object.keys(given.fields ?? {}), said).toEqual([answer])
    }
  }
  expect(faults).toEqual([])
  expect(await sums()).toEqual(before)
})

test('each call that refuses strangers finds a thing of Ann’s for herself', async () => {
  const faults: string[] = []
  for (const call of owned) {
    const refused: string[] = []
    let isFound = false
    for (const params of annsIn(call)) {
      const { status, said } = await ask(call, params, estate.ann)
      isFound = status < 400 || status === 409
      if (isFound) break
      refused.push(said)
    }
    if (!isFound) faults.push(...refused)
  }
  expect(faults).toEqual([])
})
