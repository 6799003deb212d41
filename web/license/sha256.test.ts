import { expect, test } from 'vitest'
import { createSha256 } from './sha256.ts'

const inHex = (byte: number) => byte.toString(16).padStart(2, '0')

test('the hash is the standard’s, however the file is cut into parts', async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000, 70_001]) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * at + size) % 251)
    const right = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), inHex).join('')
    for (const part of [1, 7, 64, 100, 65_536]) {
      const hash = createSha256()
      for (let at = 0; at < size; at += part) hash.update(bytes.subarray(at, at + part))
      expect(hash.digest(), `${size} bytes in parts of ${part}`).toBe(right)
    }
  }
})
