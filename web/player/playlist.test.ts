import { expect, test } from 'vitest'
import { entriesFrom, entryOf, joined } from './playlist.ts'

const item = { id: 7, title: 'Stairwell Sermon', artistName: 'Mozer', coverUrl: null, previewUrl: '/a.mp3' }
const entry = { id: 7, title: 'Stairwell Sermon', artistName: 'Mozer', albumCoverUrl: null, audioUrl: '/a.mp3', durationInSeconds: 36 } // prettier-ignore

test('an entry is what can be heard', () => {
  expect(entryOf(item, 36)).toEqual(entry)
  expect(entryOf({ ...item, previewUrl: null }, 36)).toBeNull()
})

test('what nobody can recognise is dropped', () => {
  expect(entriesFrom(JSON.stringify([entry, null, 7, {}, { ...entry, audioUrl: undefined }]))).toEqual([entry])
  for (const nothing of [null, '', '{}', 'null', '"x"']) expect(entriesFrom(nothing)).toEqual([])
})

test('the same sound is in it once, where it was first', () => {
  const other = { ...entry, id: 8, audioUrl: '/b.mp3' }
  expect(joined([entry, other], [entry])).toEqual([entry, other])
  expect(joined([], [other, entry, other])).toEqual([other, entry])
})
