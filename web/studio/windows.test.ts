import { expect, test } from 'vitest'
import { bulkWords } from './own-actions.ts'
import { windowsOf } from './windows.ts'

test('each sale is a window of its line, and a sale without a style has none', () => {
  const days = [
    { sales: 0, salesByLine: [] },
    {
      sales: 3,
      salesByLine: [
        { line: 'uk' as const, sales: 2 },
        { line: null, sales: 1 },
      ],
    },
  ]
  expect(windowsOf(days)).toEqual({ windows: [[], ['uk', 'uk', undefined]], perWindow: 1 })
})

test('above eight sales a day a window stands for several, on all days alike', () => {
  const day = (sales: number) => ({ sales, salesByLine: sales ? [{ line: 'ny' as const, sales }] : [] })
  const { windows, perWindow } = windowsOf([day(8), day(17), day(1), day(0)])
  expect(perWindow).toBe(3)
  expect(windows.map(({ length }) => length)).toEqual([3, 6, 1, 0])
})

test('a bulk action names each reason once', () => {
  const refused = [1, 2].map((id) => ({ id, title: `${id}`, message: 'Drafts can’t be paused.' }))
  expect(bulkWords('pause', { done: [3], refused })).toBe('Paused 1. Drafts can’t be paused.')
})
