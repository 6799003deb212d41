import { expect, test } from 'vitest'
import { colorOf, luminance } from './color.ts'

test('a color is a line by its name, or hex with three or six digits', () => {
  expect(colorOf('uk')).toEqual({ line: 'uk' })
  expect(colorOf('BRA')).toEqual({ line: 'bra' })
  expect(colorOf('ff8800')).toEqual({ hex: '#ff8800' })
  expect(colorOf('#F80')).toEqual({ hex: '#ff8800' })
})

test.each([null, '', 'red', 'ff88', 'ff88000', '#', 'constructor', 'url(x)', '000;}</style><script>', 'f8 0', 'f80\n'])(
  '%j is no color',
  (given) => expect(colorOf(given)).toBeNull(),
)

test('a dark color becomes lighter, until it can be seen on every surface', () => {
  for (const dark of ['000', '00f', '123456', '800000', '0a0c13']) {
    const { hex } = colorOf(dark) as { hex: string }
    expect(hex).toMatch(/^#[\da-f]{6}$/)
    expect(luminance([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)))).toBeGreaterThanOrEqual(0.32)
  }
})
