import { expect, test } from 'vitest'
import { factsOf } from './share-words.ts'

test('one file of a kit is counted in the singular', () => {
  const facts = (trackCount: number) =>
    factsOf({ kind: 'kit', kitType: 'Drum Kit', trackCount } as Parameters<typeof factsOf>[0])
  expect([0, 1, 2].map(facts)).toEqual([['Drum Kit'], ['Drum Kit', '1 file'], ['Drum Kit', '2 files']])
})
