import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from '#server/services.ts'

type House = Pick<App, 'authSecret'>

const keyFor = ({ authSecret }: House, purpose: string) => Buffer.from(hkdfSync('sha256', authSecret, '', purpose, 32))

/** Encrypts a secret of an account. A thief of the database alone can't read it, or use it for another account. */
export function seal(house: House, accountId: number, secret: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(house, 'second step'), nonce).setAAD(ownerOf(accountId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the house has another secret now. */
export function unseal(house: House, accountId: number, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(house, 'second step'), sealed.subarray(0, 12))
  decipher.setAAD(ownerOf(accountId)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

const ownerOf = (accountId: number) => Buffer.from(String(accountId))

/** A hash that nobody can try codes against without the house's secret. */
export const keyedHash = (house: House, accountId: number, code: string) =>
  createHmac('sha256', keyFor(house, 'recovery codes')).update(`${accountId} ${code}`).digest()
