import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { sendFile } from './file-reply.ts'

const LIFE = 10 * 60 * 1000

/** Each purpose names files by ids of its own. */
type FilePurpose =
  | 'upload'
  | 'master'
  | 'part'
  | 'track'
  | 'preview'
  | 'newPreview'
  | 'trackPreview'
  | 'voiceTag'
  | 'purchase'
  | 'purchasedSound'
  | 'mail'
  | 'export'
  | 'ownFile'

/** A file, named by an id that the purpose understands, for one account. */
type Address = { purpose: FilePurpose; file: string; account: number }
type Signing = Pick<App, 'authSecret' | 'clock'>

/**
 * Returns the key of the file if the account may have it. `download` is the file's name for saving. `from` reads a file
 * inside of the stored one. `sending` hears that bytes are about to be sent. `framed` is the content policy of a file
 * that pages of this site show in a frame.
 */
export type FindFile = (
  file: string,
  account: number,
) => Promise<{
  key: string
  download?: string
  from?: Pick<FileStorage, 'stat' | 'open'>
  sending?: () => Promise<void>
  framed?: string
} | null>

/** The number that names a file in an address; null if it is none. */
export const idIn = (file: string) => (/^\d{1,15}$/.test(file) ? Number(file) : null)

/**
 * An address that gives one file to one account for ten minutes. It needs no header, so players and pictures can use
 * it.
 */
export function signedUrl(app: Signing, address: Address) {
  const until = app.clock.now().getTime() + LIFE
  const { purpose, file, account } = address
  return `/files/${purpose}/${file}?account=${account}&until=${until}&signature=${sign(app, address, until)}`
}

/** Each purpose finds its own files, so that no address shows a key of the storage. */
export function mountSignedFiles(http: FastifyInstance, app: App, purposes: Record<FilePurpose, FindFile>) {
  type Asked = { Params: { purpose: FilePurpose; file: string }; Querystring: Record<string, unknown> }
  http.get<Asked>('/files/:purpose/:file', { schema: { hide: true } }, async (request, reply) => {
    const { account, until, signature } = request.query
    const address = { ...request.params, account: Number(account) }
    if (!isGood(app, address, Number(until), String(signature))) throw refused()
    const find = Object.hasOwn(purposes, address.purpose) ? purposes[address.purpose] : undefined
    const found = await find?.(address.file, address.account)
    if (!found) throw refused()
    const { key, download, from = app.storage, sending, framed } = found
    if (framed)
      reply.headers({ 'content-security-policy': `${framed}; frame-ancestors 'self'`, 'x-frame-options': 'SAMEORIGIN' })
    if (request.method === 'GET') await sending?.()
    const manner = { cacheControl: 'private, no-cache', ...(download !== undefined && { download }) }
    return sendFile(request, reply, from, key, manner)
  })
}

function isGood(app: Signing, address: Address, until: number, signature: string) {
  if (!Number.isSafeInteger(until) || until <= app.clock.now().getTime()) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(app, address, until))]
  return given.length === right.length && timingSafeEqual(given, right)
}

const sign = ({ authSecret }: Signing, { purpose, file, account }: Address, until: number) =>
  createHmac('sha256', keyOf(authSecret))
    .update(JSON.stringify([purpose, file, account, until]))
    .digest('base64url')

/** The key of each secret. Making one takes several times as long as a signature, and a kit has ten thousand files. */
const keys = new WeakMap<Uint8Array, KeyObject>()
function keyOf(secret: Uint8Array) {
  const key =
    keys.get(secret) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'signed file addresses', 32)))
  keys.set(secret, key)
  return key
}

const refused = () =>
  new ApiError(403, 'address_refused', 'This address does not work or has expired. Go back and open the file again.')
