import { expect, test } from 'vitest'
import { codeAt, stepAt } from './totp.ts'

// The vectors of RFC 6238, appendix B, cut to six digits
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %d the code is %s', (second, code) => {
  expect(codeAt(Buffer.from('12345678901234567890'), stepAt(new Date(second * 1000)))).toBe(code)
})
