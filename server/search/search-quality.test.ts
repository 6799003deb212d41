import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLargeCatalogue } from '#test/large-catalogue.ts'
import { createWorld, type World } from '#test/world.ts'
import { JUDGED } from '#test/judged-searches.ts'
import { refreshVocabulary } from './vocabulary.ts'

const CROWD = 3_000
const FIRST = 3
const SHARE_FOUND = 0.95
const SHARE_OF_EACH_GROUP = 0.8

let world: World
beforeAll(async () => {
  world = await createWorld()
  await addLargeCatalogue(world.app.db, CROWD)
})
afterAll(() => world.close())

type Judged = (typeof JUDGED)[string][number]

/** Null if the search finds what is wanted; otherwise a report of what it finds. */
async function missOf([q, expected]: Judged) {
  const { items } = await world.guest('GET /search', { query: { q, limit: FIRST } })
  const titles = items.map(({ title }) => title)
  const is = typeof expected === 'function'
  if (is ? items.length > 0 && items.every(expected) : [expected].flat().every((title) => titles.includes(title)))
    return null
  return `‘${q}’ finds ${titles.join(' | ') || 'nothing'}${is ? '' : `, not ${[expected].flat().join(' and ')}`}`
}

async function expectMostFound() {
  const misses: string[] = []
  for (const [group, searches] of Object.entries(JUDGED)) {
    const found = await Promise.all(searches.map(missOf))
    const missed = found.filter((miss) => miss !== null).map((miss) => `${group}: ${miss}`)
    expect(1 - missed.length / searches.length, missed.join('\n')).toBeGreaterThanOrEqual(SHARE_OF_EACH_GROUP)
    misses.push(...missed)
  }
  const asked = Object.values(JUDGED).flat().length
  if (misses.length) console.info(`${misses.length} of ${asked} searches miss:\n${misses.join('\n')}`)
  expect(1 - misses.length / asked, misses.join('\n')).toBeGreaterThanOrEqual(SHARE_FOUND)
}

test('people find what they want as soon as it is on sale', expectMostFound)

test('people find what they want after the nightly count, too', async () => {
  await refreshVocabulary(world.app.db)
  await expectMostFound()
})
