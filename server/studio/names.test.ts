import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a name needs a character that is seen', async () => {
  const ann = await world.signUp()
  const id = await addItem(world.app.db, { ownerId: ann.id })
  const change = (body: { title?: string; genre?: string; fansOf?: string[] }) =>
    ann.call('PATCH /me/beats/:id', { params: { id }, body })
  for (const unseen of ['\u200b\u200b', '\u3164', '\u2800', '\u00ad'])
    for (const body of [{ title: unseen }, { fansOf: [unseen] }])
      await expect(change(body), JSON.stringify(body)).rejects.toMatchObject({ status: 400 })
  await expect(change({ genre: '\u3164' })).rejects.toMatchObject({ status: 400, fields: { genre: 'Choose a genre.' } })
  expect(await change({ title: 'N\u200bB', genre: '', fansOf: ['Ka\u200ce'] })).toMatchObject({ genre: '' })
})
