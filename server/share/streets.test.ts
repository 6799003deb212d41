import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { createShop } from '#test/shop.ts'
import { until } from '#test/until.ts'

const { world, owner, fan, add } = await createShop()
afterAll(() => world.close())

const street = (id: number | string) => world.http.inject({ url: `/street/${id}.webp` })
const shared = (id: number | string) => world.http.inject({ url: `/og/profile/${id}.jpg` })

async function kept() {
  const keys: string[] = []
  for await (const { key } of world.app.storage.list('streets/')) keys.push(key)
  return keys
}

test('a street has the size of a banner, and a new house for a new item', async () => {
  const empty = await street(owner.id)
  expect(empty).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
  expect(await sharp(empty.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1920, height: 336 })
  expect((await street(owner.id)).rawPayload).toEqual(empty.rawPayload)
  for (const kind of ['beat', 'pack', 'kit']) await add({ kind, styleId: 1 })
  expect((await street(owner.id)).rawPayload).not.toEqual(empty.rawPayload)
  expect(await kept()).toHaveLength(1)
  expect((await street(fan.id)).rawPayload).not.toEqual(empty.rawPayload)
})

test('a street that was seen has a small form in the page of its profile', async () => {
  const web = async () => ({
    keep: 0,
    policy: true,
    head: async () => ({ tags: '', styles: [] }),
    frameHead: async () => ({ tags: '', styles: [], script: '' }),
    renderer: async () => ({
      reads: () => [],
      render: async () => ({
        kind: 'page' as const,
        status: 200,
        html: `<link rel="preload" as="image" href="/street/${fan.id}.webp" fetchPriority="high"/><main></main>`,
        modules: [],
        data: null,
        meta: { title: 'A profile' },
      }),
    }),
  })
  const http = await mountApp(world.app, { web })
  const picture = /img\[src="\/street\/\d+\.webp"\]\{background:url\(data:image\/webp;base64,([^)]*)\)/
  const shown = async () => picture.exec((await http.inject('/profile/7')).body)?.[1]
  expect(await shown()).toBeUndefined()
  await http.inject(`/street/${fan.id}.webp`)
  await until(async () => (await shown()) !== undefined, 'the small street')
  const small = Buffer.from((await shown())!, 'base64')
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 846, height: 148 })
  expect(small.length).toBeLessThan(8_192)
  await http.close()
})

test('a shared link to a profile has a picture that other sites may show', async () => {
  const picture = await shared(owner.id)
  expect(picture).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/jpeg', 'cross-origin-resource-policy': 'cross-origin' },
  })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('unknown and deleted people have no pictures', async () => {
  const gone = await world.signUp()
  await forgetPerson(world.app, gone.id)
  for (const id of [gone.id, 123_456_789, 0, 'x', '1e3'])
    for (const picture of [street, shared]) expect((await picture(id)).statusCode, String(id)).toBe(404)
})
