import { codeAt, stepAt } from '#server/accounts/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function bytesOf(secret: string) {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app with this key shows, or shows some half minutes later. */
export const shownCode = (secret: string, now = new Date(), later = 0) => codeAt(bytesOf(secret), stepAt(now) + later)
