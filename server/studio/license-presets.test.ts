import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

type Body = InputOf<'POST /me/license-presets'>['body']
const save = (name: string, licenses: Body['licenses'] = [{ type: 'MP3', price: 20 }]) =>
  ann.call('POST /me/license-presets', { body: { name, licenses } })
const list = () => ann.call('GET /me/license-presets')
const names = async () => (await list()).presets.map(({ name }) => name)

test('presets keep switches and prices, and are listed by name', async () => {
  expect(await list()).toEqual({ presets: [], newest: null })
  const usual = await save('  My usual\tprices ', [
    { type: 'WAV', enabled: true, price: 49.95 },
    { type: 'MP3', price: 29.95 },
    { type: 'EXCLUSIVE', enabled: false, price: 900 },
    { type: 'PREMIUM', enabled: false, price: 0 },
  ])
  expect(usual).toEqual({
    id: expect.any(Number) as number,
    name: 'My usual prices',
    licenses: [
      { type: 'MP3', enabled: true, price: 29.95 },
      { type: 'WAV', enabled: true, price: 49.95 },
      { type: 'PREMIUM', enabled: false, price: 0 },
      { type: 'EXCLUSIVE', enabled: false, price: 900 },
    ],
  })
  const cheap = await save('cheap')
  expect((await list()).presets).toEqual([cheap, usual])
})

test('a preset of the same name is replaced, whatever the case of its letters', async () => {
  const { id } = await save('usual', [
    { type: 'MP3', price: 20 },
    { type: 'WAV', price: 40 },
  ])
  const replaced = await save('Usual', [{ type: 'PREMIUM', price: 90 }])
  expect(replaced).toEqual({ id, name: 'Usual', licenses: [{ type: 'PREMIUM', enabled: true, price: 90 }] })
  expect((await list()).presets).toEqual([replaced])
})

test('presets of one name that are saved and removed at once leave one whole preset or none', async () => {
  const prices = [20, 30, 40, 50]
  const { id } = await save('Usual')
  const removal = ann.call('DELETE /me/license-presets/:id', { params: { id } })
  await Promise.all([...prices.map((price) => save('USUAL', [{ type: 'MP3', price }])), removal])
  const { presets } = await list()
  expect(presets.length).toBeLessThanOrEqual(1)
  await Promise.all(prices.map((price) => save('usual', [{ type: 'WAV', price }])))
  expect((await list()).presets).toMatchObject([{ name: 'usual', licenses: [{ type: 'WAV' }] }])
})

test('an account has twenty presets; one of them can still be replaced', async () => {
  const twentyFive = Array.from({ length: 25 }, (_, number) =>
    save(`Preset ${number}`).catch((error: unknown) => error),
  )
  const outcomes = await Promise.all(twentyFive)
  const refused = outcomes.filter((outcome) => outcome instanceof Error)
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ status: 409, error: 'too_many_presets' })
  expect(refused[0]!.message).toMatch(/^You have 20 presets/)
  const [first] = await names()
  await save(first!.toUpperCase(), [{ type: 'MP3', price: 5 }])
  expect(await names()).toHaveLength(20)
  expect(await names()).toContain(first!.toUpperCase())
  await (
    await world.signUp()
  ).call('POST /me/license-presets', {
    body: { name: 'Other account', licenses: [{ type: 'MP3', price: 1 }] },
  })
})

test('a preset is removed by its owner alone', async () => {
  const { id } = await save('Mine')
  const eve = await world.signUp()
  expect((await eve.call('GET /me/license-presets')).presets).toEqual([])
  const removal = { params: { id } }
  await expect(eve.call('DELETE /me/license-presets/:id', removal)).rejects.toMatchObject({ status: 404 })
  await expect(world.guest('DELETE /me/license-presets/:id', removal)).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('GET /me/license-presets')).rejects.toMatchObject({ status: 401 })
  expect(await names()).toEqual(['Mine'])
  expect(await ann.call('DELETE /me/license-presets/:id', removal)).toEqual({ ok: true })
  expect(await names()).toEqual([])
  await expect(ann.call('DELETE /me/license-presets/:id', removal)).rejects.toMatchObject({ status: 404 })
})

test('bad names and prices are refused with a reason and change nothing', async () => {
  await save('Usual')
  const before = await list()
  const long = 'x'.repeat(41)
  const mp3 = { type: 'MP3', price: 20 } as const
  const without = 'Choose at least one license with a price above 0.'
  for (const [name, licenses, fields] of [
    ['', [mp3], { name: 'Give the preset a name.' }],
    [' \n ', [mp3], { name: 'Give the preset a name.' }],
    ['\u200b', [mp3], { name: 'Give the preset a name.' }],
    [long, [mp3], { name: 'Use at most 40 characters.' }],
    ['Usual', [], { licenses: without }],
    ['Usual', [{ ...mp3, enabled: false }], { licenses: without }],
    ['Usual', [{ ...mp3, price: 0 }], { licenses: 'A license on offer needs a price above 0.' }],
    ['Usual', [mp3, mp3], { licenses: 'Name each license once.' }],
    ['Usual', [{ ...mp3, price: -1 }], { 'licenses.0.price': 'A price can’t be below 0.' }],
    ['Usual', [{ ...mp3, price: 1_000_000 }], { 'licenses.0.price': 'A price is 999,999 at most.' }],
    ['Usual', [{ ...mp3, price: 0.001 }], { 'licenses.0.price': 'Give at most two decimals.' }],
    ['Usual', [{ ...mp3, type: 'LEASE' }], { 'licenses.0.type': expect.any(String) as string }],
    ['Usual', 'MP3', { licenses: expect.any(String) as string }],
  ] as const) {
    const given = save(name, licenses as unknown as Body['licenses'])
    await expect(given, JSON.stringify([name, licenses])).rejects.toMatchObject({ status: 400, fields })
  }
  expect(await list()).toEqual(before)
})

test('the newest own item with a license that is switched on lends its prices', async () => {
  const { db } = world.app
  const on = [
    { type: 'MP3' as const, priceCents: 2_995 },
    { type: 'WAV' as const, priceCents: 100, enabled: false },
  ]
  const off = [{ type: 'MP3' as const, priceCents: 100, enabled: false }]
  await addItem(db, { ownerId: ann.id, title: 'Older', licenses: on })
  const newest = await addItem(db, { ownerId: ann.id, title: 'Newest', kind: 'pack', licenses: on })
  await addItem(db, { ownerId: ann.id, title: 'All off', licenses: off })
  await addItem(db, { ownerId: ann.id, title: 'Kit', kind: 'kit', priceCents: 900 })
  await addItem(db, { ownerId: (await world.signUp()).id, title: 'Not mine', licenses: on })
  const title = async () => (await list()).newest?.title
  expect((await list()).newest).toEqual({
    title: 'Newest',
    licenses: [
      { type: 'MP3', enabled: true, price: 29.95 },
      { type: 'WAV', enabled: false, price: 1 },
    ],
  })
  await ann.call('DELETE /me/packs/:id', { params: { id: newest } })
  expect(await title()).toBe('Older')
})

test('presets are part of the export of a person and go with them', async () => {
  const usual = await save('Usual')
  expect((await exportPerson(world.app, ann.id)).studio).toMatchObject({ licensePresets: [usual] })
  await forgetPerson(world.app, ann.id)
  const { db } = world.app
  expect(await db.selectFrom('licensePreset').where('accountId', '=', ann.id).selectAll().execute()).toEqual([])
  expect(await db.selectFrom('licensePresetTier').where('presetId', '=', usual.id).selectAll().execute()).toEqual([])
})
