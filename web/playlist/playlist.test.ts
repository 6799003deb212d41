import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { soundOf as soundOfItem } from '#web/player/sound.ts'
import { entriesFrom, entryOf, entryOfTrack, joined, placed, soundOf, without, type Entry } from './playlist.ts'

const item = {
  id: 7,
  kind: 'BEAT',
  slug: 'stairwell-sermon',
  title: 'Stairwell Sermon',
  artistName: 'Mozer',
  coverUrl: null,
  previewUrl: '/media/a.mp3',
  durationInSeconds: 36,
  style: null,
  wave: { full: '', low: '' },
} as Item
const entry = entryOf(item)!
const [b, c] = ['/media/b.mp3', '/media/c.mp3'].map((audioUrl): Entry => ({ ...entry, audioUrl })) as [Entry, Entry]
const urls = (entries: Entry[]) => entries.map(({ audioUrl }) => audioUrl)

test('an entry can be played again, and an item without a preview makes none', () => {
  expect(entry).toMatchObject({
    id: 7,
    title: 'Stairwell Sermon',
    artistName: 'Mozer',
    albumCoverUrl: null,
    audioUrl: '/media/a.mp3',
    durationInSeconds: 36,
  })
  expect(soundOf(entry)).toEqual(soundOfItem(item))
  expect(entryOf({ ...item, previewUrl: null })).toBeNull()
})

test('a track of a pack is played with the pack’s item', () => {
  const pack: Item = { ...item, kind: 'PACK', title: 'Night Shift', previewUrl: '/media/medley.mp3' }
  const track = {
    id: 99,
    title: 'Third',
    artistName: 'Mozer',
    coverUrl: null,
    previewUrl: '/media/t.mp3',
    durationInSeconds: 12,
  }
  const made = entryOfTrack(pack, track)
  expect(made).toMatchObject({ id: 99, title: 'Third', audioUrl: '/media/t.mp3', trackId: 99 })
  expect(soundOf(made)).toMatchObject({
    id: 7,
    kind: 'PACK',
    title: 'Third',
    previewUrl: '/media/t.mp3',
    durationInSeconds: 12,
    trackId: 99,
  })
})

test('the long fields of an item page are not stored in the list', () => {
  const detail = { ...item, description: 'long', licenses: [], deliveredFiles: [] }
  expect(entryOf(detail)).toEqual(entry)
})

test('broken entries are dropped', () => {
  expect(entriesFrom([entry, null, 7, {}, { ...entry, audioUrl: undefined }, { ...entry, item: null }])).toEqual([
    entry,
  ])
  for (const broken of [
    { trackId: '7' },
    { artistName: { first: 'Mozer' } },
    { albumCoverUrl: 7 },
    { durationInSeconds: -1 },
    { audioUrl: 'https://elsewhere.test/a.mp3' },
    { item: { id: 7 } },
    { item: { ...item, slug: '\ud800' } },
    { item: { ...item, kind: 'SONG' } },
    { item: { ...item, coverUrl: 7 } },
  ])
    expect(entriesFrom([{ ...entry, ...broken }]), JSON.stringify(broken)).toEqual([])
  for (const nothing of [undefined, null, '', {}, 'x']) expect(entriesFrom(nothing)).toEqual([])
})

test('a sound is in the list once, at its first place', () => {
  expect(joined([entry, b], [entry])).toEqual([entry, b])
  expect(joined([], [b, entry, b])).toEqual([b, entry])
})

test('removing or moving a sound changes the list once', () => {
  expect(urls(without([entry, b, c], [b]))).toEqual(['/media/a.mp3', '/media/c.mp3'])
  expect(urls(placed([entry, b, c], entry, 2))).toEqual(['/media/b.mp3', '/media/c.mp3', '/media/a.mp3'])
  expect(urls(placed(placed([entry, b, c], c, 0), c, 0))).toEqual(['/media/c.mp3', '/media/a.mp3', '/media/b.mp3'])
  expect(urls(placed([entry, b], c, 0))).toEqual(['/media/a.mp3', '/media/b.mp3'])
})

const list = array(nat(9)).map((ids) =>
  joined(
    [],
    ids.map((id): Entry => ({ ...entry, audioUrl: `/media/${id}.mp3` })),
  ),
)

test('joining, moving and removing never doubles or invents a sound', () => {
  assert(
    property(list, list, nat(12), nat(12), (some, others, from, to) => {
      const both = joined(some, others)
      expect(new Set(urls(both)).size).toBe(both.length)
      expect(both.slice(0, some.length)).toEqual(some)
      expect(new Set(urls(both))).toEqual(new Set(urls([...some, ...others])))
      expect(urls(without(both, others))).toEqual(urls(some).filter((url) => !urls(others).includes(url)))
      const moved = both[from % (both.length || 1)]
      if (!moved) return
      const after = placed(both, moved, to)
      expect(after[Math.min(to, both.length - 1)]).toEqual(moved)
      expect(placed(after, moved, to)).toEqual(after)
      expect(urls(without(after, [moved]))).toEqual(urls(without(both, [moved])))
    }),
  )
})
