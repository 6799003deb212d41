import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { writeMarkup } from '#web/kept-markup/write-markup.ts'
import { CardGrid } from './card-grid.tsx'
import { RowList } from './row-list.tsx'

const beat = {
  kind: 'BEAT',
  title: 'A title of more than twelve letters <b>',
  artistName: 'Kold & Sons',
  ownerId: 3,
  ownerPlan: 'pro',
  coverUrl: '/media/covers/a/640.webp',
  previewUrl: '/media/a.mp3',
  style: { line: 'ny', code: 'NY', name: 'NY drill', slug: 'ny-drill' },
  wave: 'AAAA',
  tags: ['dark', 'piano', 'slide', '808'],
  bpm: 142,
  key: 'F min',
  type: null,
  durationInSeconds: 151,
  trackCount: 0,
  price: 2995,
  likeCount: 1204,
  commentCount: 3,
  featured: true,
  promoted: false,
} as unknown as Item
const items = Array.from({ length: 12 }, (_, n) => {
  const kind = (['BEAT', 'PACK', 'KIT'] as const)[n % 3]!
  return { ...beat, id: n + 1, kind, featured: n % 2 === 0, wave: n % 4 ? beat.wave : null, trackCount: n }
})
const slots = { slots: [{ item: { ...beat, id: 99 }, token: 'seen-99' }], empty: ['empty-1', 'empty-2'] }

test.each<[string, ReactElement]>([
  ['cards', createElement(CardGrid, { items, slots })],
  ['rows', createElement(RowList, { items, slots, firstRank: 1, tags: 2 })],
  ['rows of a chart', createElement(RowList, { items, slots, firstRank: 3, tags: 1, charts: true })],
  ['rows of a profile', createElement(RowList, { items, firstRank: 1, tags: 2, facts: true })],
])('%s are written as if nothing were kept', (_, list) => {
  const plain = renderToString(list)
  for (let time = 0; time < 2; time++) expect(writeMarkup(list)).toBe(plain)
})
