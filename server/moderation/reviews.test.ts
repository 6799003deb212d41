import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ItemKind, Plan } from '#server/db/types.ts'
import { toWav } from '#server/media/wav.ts'
import { addSubmission, newAdmin, newSeller } from '#test/desk.ts'
import { addWave } from '#test/factories.ts'
import { sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
let other: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  ;[admin, other] = [await newAdmin(world), await newAdmin(world)]
})
afterAll(() => world.close())

const MINUTE = 60_000

const seller = (plan?: Plan) => newSeller(world, plan)
const submitted = (ownerId: number, title: string, kind?: ItemKind) =>
  addSubmission(world, { ownerId, title, ...(kind && { kind }) })

test('a rejected item is reviewed again when its seller resubmits it, and only then', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Second try')
  const again = () => ann.call('POST /me/items/:id/resubmit', { params: { id } })
  await expect(again()).rejects.toMatchObject({
    status: 409,
    message: 'Items in review can’t be sent to review again.',
  })
  await admin.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason: 'Too quiet' } })
  const bob = await seller()
  await expect(bob.call('POST /me/items/:id/resubmit', { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await again()).toMatchObject({ statusLabel: 'In review', reason: '' })
  const { items } = await admin.call('GET /admin/submissions', { query: { q: 'Second try' } })
  expect(items).toMatchObject([{ id, status: 'pending', reason: '' }])
  expect(await admin.call('POST /admin/beats/:id/approve', { params: { id }, body: undefined })).toMatchObject({
    status: 'approved',
  })
})

test('admins hear the master by an address for ten minutes, nobody else does', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Loud master')
  const bytes = Buffer.from('the sound itself')
  const { storageKey } = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .select('storageKey')
    .executeTakeFirstOrThrow()
  await world.app.storage.put(storageKey, bytes, { mediaType: 'audio/wav' })
  await addWave(world.app.db, id, Buffer.from([5, 6]), Buffer.from([1, 2]))
  const { url, wave } = await admin.call('GET /admin/beats/:id/master-url', { params: { id }, query: {} })
  const heard = () => world.http.inject({ url })
  expect(wave).toEqual({ full: 'BQY=', low: 'AQI=' })
  expect((await heard()).rawPayload.equals(bytes)).toBe(true)
  expect(url).not.toContain(storageKey)
  await expect(ann.call('GET /admin/beats/:id/master-url', { params: { id }, query: {} })).rejects.toMatchObject({
    status: 403,
  })
  const pack = await submitted(ann.id, 'No single master', 'pack')
  await expect(
    admin.call('GET /admin/beats/:id/master-url', { params: { id: pack }, query: {} }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', admin.id).execute()
  expect((await heard()).statusCode).toBe(403)
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  world.passTime(11 * MINUTE)
  expect((await heard()).statusCode).toBe(403)
  world.passTime(-11 * MINUTE)
})

test('admins hear the preview of an unpublished item by a signed address, nobody else does', async () => {
  const ann = await seller()
  const previewKey = 'previews/kit.mp3'
  await world.app.storage.put(previewKey, Buffer.from('a preview'), { mediaType: 'audio/mpeg' })
  const id = await addSubmission(world, { ownerId: ann.id, title: 'Heard kit', kind: 'kit', previewKey })
  const ask = (who: typeof ann) => who.call('GET /admin/submissions/:id/preview-url', { params: { id } })
  const { url } = await ask(admin)
  expect(url).not.toContain('/media/')
  const heard = await world.http.inject({ url })
  expect([heard.statusCode, heard.headers['content-type'], heard.body]).toEqual([200, 'audio/mpeg', 'a preview'])
  await expect(ask(ann)).rejects.toMatchObject({ status: 403 })
  await admin.call('POST /admin/kits/:id/approve', { params: { id }, body: {} })
  expect((await ask(admin)).url).toBe('/media/previews/kit.mp3')
  const silent = await addSubmission(world, { ownerId: ann.id, title: 'Silent kit', kind: 'kit' })
  const asked = admin.call('GET /admin/submissions/:id/preview-url', { params: { id: silent } })
  await expect(asked).rejects.toMatchObject({ status: 404 })
})

test('admins are told how loud a master is, nobody else is', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Measured')
  const { storageKey } = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .select('storageKey')
    .executeTakeFirstOrThrow()
  const clipped = sine(1_000, 6, { level: 1.2, sampleRate: 22_050 })
  await world.app.storage.put(storageKey, toWav(clipped), { mediaType: 'audio/wav' })
  const loudness = await admin.call('GET /admin/beats/:id/loudness', { params: { id }, query: {} })
  expect(loudness.lufs).toBeGreaterThan(0)
  expect(loudness.peakDb).toBeCloseTo(0, 1)
  expect(loudness.clips).toBeGreaterThan(1_000)
  await expect(ann.call('GET /admin/beats/:id/loudness', { params: { id }, query: {} })).rejects.toMatchObject({
    status: 403,
  })
  const kit = await submitted(ann.id, 'No master', 'kit')
  await expect(admin.call('GET /admin/beats/:id/loudness', { params: { id: kit }, query: {} })).rejects.toMatchObject({
    status: 404,
  })
})

test('a new title of an item on sale is reviewed while the old one stays', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'First name')
  const params = { id }
  const item = () => world.guest('GET /beats/:id', { params })
  const rename = (title: string) => ann.call('PATCH /me/beats/:id', { params, body: { title, bpm: 150 } })
  const waits = async () => (await admin.call('GET /admin/submissions', { query: { q: 'First name' } })).items
  await admin.call('POST /admin/beats/:id/approve', { params, body: {} })

  expect(await rename('Second name')).toMatchObject({ title: 'First name', bpm: 150, proposedTitle: 'Second name' })
  expect(await item()).toMatchObject({ title: 'First name', bpm: 150 })
  const [seen] = await waits()
  expect(seen).toMatchObject({ status: 'pending', title: 'First name', proposedTitle: 'Second name' })
  world.passTime(1_000)
  await rename('Third name')
  await expect(
    admin.call('POST /admin/beats/:id/approve', { params, body: { version: seen!.version } }),
  ).rejects.toMatchObject({ status: 409 })
  expect((await item()).title).toBe('First name')
  const reason = 'Somebody else’s name stands in it.'
  await admin.call('POST /admin/beats/:id/reject', { params, body: { reason } })
  expect(await item()).toMatchObject({ title: 'First name', available: true })
  const { items: all } = await admin.call('GET /admin/submissions', { query: { q: 'First name', status: 'all' } })
  expect(all).toMatchObject([{ status: 'approved', state: 'published', proposedTitle: null, reason: '' }])

  await rename('First name')
  await rename('Fourth name')
  const [again] = await waits()
  await admin.call('POST /admin/beats/:id/approve', { params, body: { version: again!.version } })
  expect(await item()).toMatchObject({ title: 'Fourth name', slug: 'fourth-name' })
  expect(await world.guest('GET /beats/by-slug/:slug', { params: { slug: seen!.slug } })).toMatchObject({ id })
  expect(await ann.call('GET /me/beats/:id', { params })).toMatchObject({ proposedTitle: null })
  const { content } = await ann.call('GET /notifications', { query: {} })
  expect(content.map(({ title }) => title)).toEqual([
    'First name is called Fourth name now',
    'First name keeps its title',
    'First name is on sale',
  ])
  expect(await waits()).toEqual([])
})

test('a proposed title that its seller takes back waits no longer', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Steady name')
  const rename = (title: string) => ann.call('PATCH /me/beats/:id', { params: { id }, body: { title } })
  expect(await rename('Steadier name')).toMatchObject({ title: 'Steadier name', proposedTitle: null }) // not on sale yet
  await admin.call('POST /admin/beats/:id/approve', { params: { id }, body: {} })
  await rename('Loud name')
  expect(await rename('Steadier name')).toMatchObject({ proposedTitle: null })
  expect((await admin.call('GET /admin/submissions', { query: { q: 'Steadier' } })).items).toEqual([])
})

test('submissions are listed by plan, then age, and searched by title and seller', async () => {
  const [free, pro, growth] = [await seller(), await seller('pro'), await seller('growth')]
  for (const [who, title] of [
    [free, 'Queue one'],
    [growth, 'Queue two'],
    [pro, 'Queue three'],
    [free, 'Queue four'],
    [pro, 'Queue five'],
  ] as const) {
    await submitted(who.id, title)
    world.passTime(1_000)
  }
  const { items: queue } = await admin.call('GET /admin/submissions', { query: { q: 'queue' } })
  expect(queue.map(({ priority }) => priority)).toEqual(['Priority', 'Priority', 'Fast', null, null])
  const titles = async (query: object) =>
    (await admin.call('GET /admin/submissions', { query })).items.map(({ title }) => title)
  expect(await titles({ q: 'queue' })).toEqual(['Queue three', 'Queue five', 'Queue two', 'Queue one', 'Queue four'])
  expect(await titles({ q: pro.displayName })).toEqual(['Queue three', 'Queue five'])
  expect(
    (await admin.call('GET /admin/beats/pending', { query: { limit: 2 } })).items.map(({ title }) => title),
  ).toEqual(['Queue three', 'Queue five'])
  for (const call of [free.call, world.guest])
    await expect(call('GET /admin/submissions', { query: {} })).rejects.toMatchObject({
      status: call === world.guest ? 401 : 403,
    })
})

test.each(['beat', 'pack', 'kit'] as const)('an approved %s is on sale; its seller is told', async (kind) => {
  const ann = await seller()
  const id = await submitted(ann.id, `Fine ${kind}`, kind)
  const approve = `POST /admin/${kind}s/:id/approve` as 'POST /admin/beats/:id/approve'
  expect(await admin.call(approve, { params: { id }, body: {} })).toMatchObject({ status: 'approved' })
  const shown = `GET /${kind}s/:id` as 'GET /beats/:id'
  expect(await world.guest(shown, { params: { id } })).toMatchObject({ title: `Fine ${kind}` })
  expect((await ann.call('GET /notifications', { query: {} })).content[0]).toMatchObject({
    title: `Fine ${kind} is on sale`,
    topic: 'approved',
    relatedType: kind.toUpperCase(),
  })
  expect((await world.lastMailTo(ann.email)).subject).toBe(`“Fine ${kind}” is on sale`)
  await expect(admin.call(approve, { params: { id }, body: {} })).rejects.toMatchObject({ status: 409 })
})

test('a rejected item carries the reason to its seller and into the audit; a blank reason is refused', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Rough')
  const reject = (reason: string) => admin.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason } })
  await expect(reject(' \n ')).rejects.toMatchObject({ status: 400 })
  expect(await reject('The hats clip.')).toMatchObject({ status: 'rejected', reason: 'The hats clip.' })
  expect(await ann.call('GET /me/beats/:id', { params: { id } })).toMatchObject({
    status: 'rejected',
    reason: 'The hats clip.',
  })
  expect((await world.lastMailTo(ann.email)).text).toContain('The hats clip.')
  expect((await admin.call('GET /admin/actions', { query: {} })).items[0]).toMatchObject({
    action: 'reject item',
    subject: { kind: 'item', id },
    reason: 'The hats clip.',
  })
  await expect(world.guest('GET /beats/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await admin.call('GET /admin/submissions', { query: { status: 'all', q: 'Rough' } })).items).toMatchObject([
    { id, status: 'rejected' },
  ])
})

test('a decision about an older version, by a second admin, or about another kind is refused', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Changing')
  const claimed = await admin.call('POST /admin/submissions/:id/claim', { params: { id } })
  expect(claimed.claimedBy).toBe(admin.displayName)
  const approve = (who: typeof admin, version?: string) =>
    who.call('POST /admin/beats/:id/approve', { params: { id }, body: version === undefined ? {} : { version } })
  await expect(approve(other)).rejects.toMatchObject({ status: 409, error: 'claimed' })
  await expect(other.call('POST /admin/submissions/:id/claim', { params: { id } })).rejects.toMatchObject({
    status: 409,
  })
  await ann.call('PATCH /me/beats/:id', { params: { id }, body: { title: 'Changed' } })
  await expect(approve(admin, claimed.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  await expect(admin.call('POST /admin/kits/:id/approve', { params: { id }, body: {} })).rejects.toMatchObject({
    status: 404,
  })
  world.passTime(11 * MINUTE)
  const again = await other.call('POST /admin/submissions/:id/claim', { params: { id } })
  expect(await approve(other, again.version)).toMatchObject({ status: 'approved' })
})

test('two admins who decide at the same moment make one decision', async () => {
  const ann = await seller()
  const id = await submitted(ann.id, 'Contested')
  const outcomes = await Promise.allSettled([
    admin.call('POST /admin/beats/:id/approve', { params: { id }, body: {} }),
    other.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason: 'No.' } }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await ann.call('GET /notifications', { query: {} })).content).toHaveLength(1)
})

test('a notice about a rejected item doesn’t show the draft of another seller who takes its former title', async () => {
  const [ann, bob] = [await seller(), await seller()]
  const id = await addSubmission(world, { ownerId: ann.id, title: 'Last Tram', slug: 'last-tram' })
  await admin.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason: 'Too quiet' } })
  await ann.call('PATCH /me/beats/:id', { params: { id }, body: { title: 'First Tram' } })
  await bob.call('POST /me/beats', { body: { title: 'Last Tram' } })
  const { content } = await ann.call('GET /notifications', { query: {} })
  expect(content[0]).toMatchObject({ topic: 'rejected', item: null })
})
