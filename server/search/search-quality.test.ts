import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SEARCHES } from '#test/demo-searches.ts'
import { FURTHER_SEARCHES } from '#test/further-searches.ts'
import { allItems, judge, type JudgedSearches } from '#test/judge.ts'
import { JUDGED } from '#test/judged-searches.ts'
import { addLargeCatalogue } from '#test/large-catalogue.ts'
import { UNSEEN_SEARCHES } from '#test/unseen-searches.ts'
import { createWorld, type World } from '#test/world.ts'
import { ensureIndexed } from './index.ts'
import { refreshVocabulary } from './vocabulary.ts'

const CROWD = 3_000
const SHARE_FOUND = 0.95
const SHARE_OF_EACH_GROUP = 0.8

let crowded: World
let demo: World
beforeAll(async () => {
  crowded = await createWorld()
  await addLargeCatalogue(crowded.app.db, CROWD)
  demo = await createWorld()
  await addLargeCatalogue(demo.app.db, 0)
  await ensureIndexed(demo.app)
})
afterAll(async () => {
  await crowded.close()
  await demo.close()
})

async function expectMostFound(world: World, searches: JudgedSearches) {
  const house = world === demo ? await allItems(demo) : []
  const { groups, asked, misses, share } = await judge(world, searches, house)
  if (misses.length) console.info(`${misses.length} of ${asked} searches miss:\n${misses.join('\n')}`)
  for (const group of groups) expect(group.share, group.misses.join('\n')).toBeGreaterThanOrEqual(SHARE_OF_EACH_GROUP)
  expect(share, misses.join('\n')).toBeGreaterThanOrEqual(SHARE_FOUND)
}

test('people find what they want among thousands of items as soon as it is on sale', () =>
  expectMostFound(crowded, JUDGED))

test('people find what they want after the nightly count, too', async () => {
  await refreshVocabulary(crowded.app.db)
  await expectMostFound(crowded, JUDGED)
})

test('people find what they want in the shop of the demo', () => expectMostFound(demo, DEMO_SEARCHES))

test.each([UNSEEN_SEARCHES, FURTHER_SEARCHES])(
  'searches that nobody had in mind while the search was made find as much',
  (searches) => expectMostFound(demo, searches),
)
