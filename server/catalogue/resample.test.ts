import { expect, test } from 'vitest'
import { resample } from './resample.ts'

test.each([
  [[1, 2, 3, 4], 2, [2, 4]],
  [[9, 0, 0, 1], 2, [9, 1]],
  [[1, 2, 3], 2, [2, 3]], // the middle peak belongs to both bars
  [[1, 5, 2], 1, [5]],
  [[1, 2], 2, [1, 2]],
  [[1, 2], 600, [1, 2]],
  [[], 5, []],
])('%j in %i bars', (peaks, bars, expected) => {
  expect([...resample(Buffer.from(peaks), bars)]).toEqual(expected)
})

test('any lengths give the asked number of bars, without losing or inventing a peak', () => {
  for (let length = 1; length <= 130; length++) {
    const peaks = Buffer.from(Array.from({ length }, (_, i) => (i * 97 + length * 31) % 256))
    for (let bars = 1; bars <= 140; bars++) {
      const fault = faultOf(peaks, bars)
      if (fault) throw new Error(`${length} peaks in ${bars} bars: ${fault}`)
    }
  }
})

/** `expect` for each of thousands of bars would take seconds. */
function faultOf(peaks: Buffer, bars: number) {
  const fewer = resample(peaks, bars)
  if (fewer.length !== Math.min(bars, peaks.length)) return `${fewer.length} bars`
  if (Math.max(...fewer) !== Math.max(...peaks)) return `the highest is ${Math.max(...fewer)}`
  for (const [bar, value] of fewer.entries()) {
    const from = Math.floor((bar * peaks.length) / fewer.length)
    const to = Math.ceil(((bar + 1) * peaks.length) / fewer.length)
    if (!peaks.subarray(from, to).includes(value)) return `bar ${bar} is ${value}`
  }
}
