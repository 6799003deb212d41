import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Pictures that a program for reading QR codes has read. */
test.each([
  ['x', '7f322920845c8c60'],
  [
    'otpauth://totp/Slide:A-name-of-thirty-characters-ok?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Slide',
    'e6edef604fc1956c',
  ],
  ['y'.repeat(106), 'e15c4f91b1b90037'],
])('the QR code of “%s” stays as it was read', (text, hash) => {
  const { side, path } = qrCode(text)
  expect(side).toBe(41)
  expect(createHash('sha256').update(path).digest('hex').slice(0, 16)).toBe(hash)
})

test('a longer text is refused', () => {
  expect(() => qrCode('z'.repeat(107))).toThrow('106 bytes')
})
