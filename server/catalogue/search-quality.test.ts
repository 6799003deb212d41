import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLargeCatalogue } from '#test/large-catalogue.ts'
import { createWorld, type World } from '#test/world.ts'
import { JUDGED } from './judged-searches.ts'
import { refreshVocabulary } from './vocabulary.ts'

const CROWD = 3_000
const FIRST = 3
const SHARE_FOUND = 0.95

let world: World
beforeAll(async () => {
  world = await createWorld()
  await addLargeCatalogue(world.app.db, CROWD)
})
afterAll(() => world.close())

async function judge() {
  const misses: string[] = []
  let asked = 0
  for (const [group, searches] of Object.entries(JUDGED))
    for (const [q, expected] of searches) {
      asked++
      const { items } = await world.guest('GET /search', { query: { q, limit: FIRST } })
      const titles = items.map(({ title }) => title)
      const found =
        typeof expected === 'function'
          ? items.length > 0 && items.every(expected)
          : [expected].flat().every((title) => titles.includes(title))
      if (found) continue
      const wanted = typeof expected === 'function' ? '' : `, not ${[expected].flat().join(' and ')}`
      misses.push(`${group}: ‘${q}’ finds ${titles.join(' | ') || 'nothing'}${wanted}`)
    }
  if (misses.length) console.info(`${misses.length} of ${asked} searches miss:\n${misses.join('\n')}`)
  return { share: 1 - misses.length / asked, misses }
}

test('people find what they mean, as soon as it is on sale', async () => {
  const { share, misses } = await judge()
  expect(share, misses.join('\n')).toBeGreaterThanOrEqual(SHARE_FOUND)
})

test('and after a night in which words were counted and the popular set apart', async () => {
  await refreshVocabulary(world.app.db)
  const { share, misses } = await judge()
  expect(share, misses.join('\n')).toBeGreaterThanOrEqual(SHARE_FOUND)
})
