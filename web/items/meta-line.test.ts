import { expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { badgeOf, metaLine } from './meta-line.ts'

const item = (over: Partial<Item>) =>
  ({ kind: 'BEAT', bpm: null, key: null, type: null, trackCount: 0, durationInSeconds: null, ...over }) as Item

test('each kind shows its important facts, and only known ones', () => {
  expect(metaLine(item({ bpm: 142, key: 'F#m', durationInSeconds: 168 }))).toEqual(['142 BPM', 'F♯m', '2:48'])
  expect(metaLine(item({}))).toEqual([])
  expect(metaLine(item({ kind: 'PACK', trackCount: 1, durationInSeconds: 60 }))).toEqual(['1 track', '1:00'])
  expect(metaLine(item({ kind: 'PACK', trackCount: 12 }))).toEqual(['12 tracks'])
  expect(metaLine(item({ kind: 'KIT', type: 'Drum Kit', trackCount: 148 }))).toEqual(['Drum Kit', '148 files'])
  expect(metaLine(item({ kind: 'KIT', type: 'Drum Kit', trackCount: 1 }))).toEqual(['Drum Kit', '1 file'])
  expect(metaLine(item({ kind: 'KIT' }))).toEqual(['Kit'])
})
test('only the strongest badge is shown, and promoted items have one', () => {
  const all = { promoted: true, featured: true, isPopular: true, isTrending: true, isNew: true }
  expect(badgeOf(item(all))).toBe('Promoted')
  expect(badgeOf(item({ ...all, promoted: false }))).toBe('Featured')
  expect(badgeOf(item({ isPopular: true, isTrending: true }))).toBe('Popular')
  expect(badgeOf(item({ isTrending: true, isNew: true }))).toBe('Trending')
  expect(badgeOf(item({ isNew: true }))).toBe('New')
  expect(badgeOf(item({}))).toBeNull()
})
