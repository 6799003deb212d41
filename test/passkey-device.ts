import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, PasskeyAnswer } from '#contract/passkey-answers.ts'

type Making = { challenge: string; rp: { id: string }; user: { id: string } }
type Question = { challenge: string; rpId: string }
/** What a device or a browser may say wrongly. */
type Lies = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; type?: string; person?: string }

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** A device that keeps one passkey, and the browser before it. */
export class PasskeyDevice {
  readonly id = randomBytes(24)
  counter = 0
  private person = ''
  private readonly key: KeyObject
  private readonly publicKey: KeyObject

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = pair.privateKey
    this.publicKey = pair.publicKey
  }

  make({ challenge, rp, user }: Making, lies: Lies = {}): NewPasskey {
    this.person = user.id
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' })
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.from([0, this.id.length])
    const made = Buffer.concat([Buffer.alloc(16), length, this.id, cose])
    const authData = Buffer.concat([this.data(lies.rpId ?? rp.id, lies, 0x40), made])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]) as never,
    )
    return {
      id: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: this.client('webauthn.create', challenge, rp.id, lies),
        attestationObject: text(Buffer.from(attestation)),
        transports: ['internal'],
      },
    }
  }

  answer({ challenge, rpId }: Question, lies: Lies = {}): PasskeyAnswer {
    this.counter = lies.counter ?? this.counter + 1
    const data = this.data(lies.rpId ?? rpId, lies)
    const clientDataJSON = this.client('webauthn.get', challenge, rpId, lies)
    const signed = Buffer.concat([data, hashOf(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, this.key)),
        userHandle: lies.person ?? this.person,
      },
    }
  }

  /** The device was there (1) and, unless it lies, has checked its person (4). */
  private data(rpId: string, { isVerified = true }: Lies, more = 0) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([hashOf(rpId), Buffer.from([1 | (isVerified ? 4 : 0) | more]), counter])
  }

  private readonly client = (type: string, challenge: string, rpId: string, lies: Lies) =>
    text(
      Buffer.from(
        JSON.stringify({
          type: lies.type ?? type,
          challenge,
          origin: lies.origin ?? `http://${rpId}`,
          crossOrigin: false,
        }),
      ),
    )
}
