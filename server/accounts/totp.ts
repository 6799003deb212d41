import { createHmac } from 'node:crypto'

const SECONDS = 30

/** The half minute that a code belongs to. */
export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / SECONDS)

/** The six digits of RFC 6238, by HMAC-SHA-1, which all authenticator apps know. */
export function codeAt(secret: Buffer, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The form in which authenticator apps read a secret. */
export function base32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
