import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

const DAY = 24 * 60 * 60 * 1_000

/** One value in DER: tag, length, content. */
function der(tag: number, ...content: (Buffer | string)[]) {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...content: Buffer[]) => der(0x30, ...content)
const utcTime = (time: number) => der(0x17, `${new Date(time).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`)

const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const NAME = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, 'emulator'))))

/** A certificate of a key by itself, valid for two days around today moved by `days`. */
export function selfSigned({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }, days = 0) {
  const middle = Date.now() + days * DAY
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    NAME,
    sequence(utcTime(middle - DAY), utcTime(middle + DAY)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const lines =
    sequence(body, SHA256_WITH_RSA, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

export const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
