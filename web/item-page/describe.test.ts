import { expect, test } from 'vitest'
import type { ItemDetail } from '#contract/item-detail.ts'
import { describeItem } from './describe.ts'

const item = (over: Partial<ItemDetail>) =>
  ({
    kind: 'BEAT',
    slug: 'stairwell-sermon',
    title: 'Stairwell Sermon',
    artistName: 'Mozer',
    description: '',
    price: 24.95,
    licenses: [],
    available: true,
    isWaiting: false,
    createdAt: '2026-10-03T00:00:00.000Z',
    bpm: null,
    key: null,
    type: 'Drum Kit',
    trackCount: 3,
    durationInSeconds: null,
    coverUrl: null,
    ...over,
  }) as ItemDetail

test('a shared link has a title, a text, a picture and a player', () => {
  for (const [kind, type] of [
    ['BEAT', 'music.song'],
    ['PACK', 'product'],
    ['KIT', 'product'],
  ] as const)
    expect(describeItem(item({ kind }))).toMatchObject({
      type,
      image: { path: '/og/stairwell-sermon.jpg', alt: expect.stringContaining('Stairwell Sermon by Mozer') },
      embeddable: true,
    })
  expect(describeItem(null)).toEqual({})
})

test('a long description is not cut inside a character', () => {
  const { description = '' } = describeItem(item({ description: `${'x'.repeat(158)}🥁🥁🥁` }))
  expect(description.endsWith(`${'x'.repeat(158)}🥁…`)).toBe(true)
})
