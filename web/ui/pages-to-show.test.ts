import { expect, test } from 'vitest'
import { pagesToShow } from '#web/ui/pages-to-show.ts'

test('seven or fewer are all shown', () => {
  expect(pagesToShow(0, 1)).toEqual([0])
  expect(pagesToShow(3, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test.each([
  [0, [0, 1, 2, 3, 4, 'gap', 7]],
  [3, [0, 1, 2, 3, 4, 'gap', 7]],
  [4, [0, 'gap', 3, 4, 5, 6, 7]],
  [7, [0, 'gap', 3, 4, 5, 6, 7]],
])('page %i of eight', (page, shown) => {
  expect(pagesToShow(page, 8)).toEqual(shown)
})

test('in the middle there are gaps on both sides', () => {
  expect(pagesToShow(50, 100)).toEqual([0, 'gap', 49, 50, 51, 'gap', 99])
})

test('always seven places with both neighbors, and no gap without pages', () => {
  for (let total = 8; total < 30; total++) {
    for (let page = 0; page < total; page++) {
      const shown = pagesToShow(page, total)
      expect(shown).toHaveLength(7)
      for (const must of [0, total - 1, page, Math.max(0, page - 1), Math.min(total - 1, page + 1)]) {
        expect(shown).toContain(must)
      }
      shown.forEach((entry, place) => {
        if (entry === 'gap') expect(Number(shown[place + 1]) - Number(shown[place - 1])).toBeGreaterThan(2)
      })
    }
  }
})
