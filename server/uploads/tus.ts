import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { UploadId } from '#contract/uploads.ts'
import { ApiError, conflict, invalid, notFound } from '#server/errors.ts'
import { admit } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import type { Draft } from './draft.ts'
import { asOnlyWriter, draftOf, finish, finishMoved, save, savedBytes, stopWriter, writeInto } from './receive.ts'
import { dueAt, reserve } from './reserve.ts'
import { findUpload, type UploadRow } from './rows.ts'
import { discardUpload } from './sweep.ts'

const VERSION = '1.0.0'
const BYTES = 'application/offset+octet-stream'
const CHECKSUMS = ['sha1', 'sha256']
const LARGEST = Math.max(...Object.values(uploadPurposes).map(({ maxBytes }) => maxBytes))

type One = FastifyRequest<{ Params: { id: string } }>

/** Resumable uploads by tus 1.0 (https://tus.io): core, creation, expiration, checksum and termination. */
export function mountTus(http: FastifyInstance, app: App) {
  http.addContentTypeParser(BYTES, (_request, body, done) => done(null, body))
  const route = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    act: (...given: [One, FastifyReply]) => unknown,
  ) =>
    http.route<{ Params: { id: string } }>({
      method,
      url,
      schema: { hide: true },
      config: { isUpload: true },
      onRequest: async (request, reply) => {
        reply.header('tus-resumable', VERSION)
        await admit(app, request, 'user')
        if (request.headers['tus-resumable'] === VERSION) return
        reply.header('tus-version', VERSION)
        throw new ApiError(412, 'wrong_tus_version', `Send the header Tus-Resumable: ${VERSION}.`)
      },
      handler: act,
    })
  route('POST', '/api/uploads', (request, reply) => create(app, request, reply))
  route('HEAD', '/api/uploads/:id', (request, reply) => tell(app, request, reply))
  route('PATCH', '/api/uploads/:id', (request, reply) => append(app, request, reply))
  route('DELETE', '/api/uploads/:id', async (request, reply) => {
    await discardUpload(app, await uploadOf(app, request))
    return reply.code(204).send()
  })
  for (const url of ['/api/uploads', '/api/uploads/:id'])
    http.options(url, { schema: { hide: true } }, (_request, reply) => reply.headers(ABILITIES).code(204).send())
  stopWithServer(http, app)
}

const ABILITIES = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,expiration,checksum,termination',
  'tus-checksum-algorithm': CHECKSUMS.join(','),
  'tus-max-size': LARGEST,
}

/** A server that stops does not wait for long uploads. They continue after the next start. */
function stopWithServer(http: FastifyInstance, { uploads: { writers } }: App) {
  http.addHook('preClose', async () => {
    for (const { stop } of writers.values()) stop()
  })
}

const accountOf = ({ viewer }: FastifyRequest) => viewer?.id ?? 0

async function create(app: App, request: FastifyRequest, reply: FastifyReply) {
  const size = wholeNumber(request.headers['upload-length'])
  if (size === null) throw invalid({ 'upload-length': 'Send the size of the file in Upload-Length.' })
  const { purpose, filename = '', filetype = '' } = metadataOf(request)
  if (!isPurpose(purpose)) throw invalid({ purpose: 'There is no such purpose.' })
  const upload = { accountId: accountOf(request), purpose, name: filename, mediaType: filetype.slice(0, 200), size }
  const { row } = await reserve(app, upload)
  return reply
    .code(201)
    .headers({ location: `/api/uploads/${row.id}`, 'upload-expires': row.dueAt.toUTCString() })
    .send()
}

async function tell(app: App, request: One, reply: FastifyReply) {
  const { id } = await uploadOf(app, request) // nobody stops the upload of another account
  await stopWriter(app, id)
  const row = await finishMoved(app, await uploadOf(app, request))
  const offset = row.state === 'ready' ? row.size : await savedBytes(app, row)
  return reply
    .headers({ 'upload-offset': offset, 'upload-length': row.size, 'upload-expires': row.dueAt.toUTCString() })
    .send()
}

async function append(app: App, request: One, reply: FastifyReply) {
  if (request.headers['content-type'] !== BYTES)
    throw new ApiError(415, 'unsupported_media_type', `Send bytes (content-type: ${BYTES}).`)
  const offset = wholeNumber(request.headers['upload-offset'])
  if (offset === null) throw invalid({ 'upload-offset': 'Send the number of bytes sent so far in Upload-Offset.' })
  const checksum = checksumOf(request)
  const { raw } = request
  const connection = { stop: () => void raw.destroy(), isClosed: () => raw.destroyed }
  const { id, createdAt } = await uploadOf(app, request) // the upload of another account is not locked, it is none
  const received = await asOnlyWriter(app, id, connection, async () => {
    const row = await uploadOf(app, request)
    if (row.state === 'ready') return offset === row.size ? row.size : refuseOffset(row.size)
    const draft = await draftOf(app, row)
    if (offset !== draft.size) return refuseOffset(draft.size)
    if (Number(request.headers['content-length'] ?? 0) > row.size - draft.size) throw tooMuch()
    await receive(app, row, draft, request.raw, checksum)
    if (draft.size === row.size) await finish(app, row, draft)
    return draft.size
  })
  return reply
    .code(204)
    .headers({ 'upload-offset': received, 'upload-expires': dueAt(app, createdAt).toUTCString() })
    .send()
}

const tooMuch = () => new ApiError(413, 'too_large', 'That is more than Upload-Length announced.')

function refuseOffset(received: number): never {
  throw conflict('wrong_offset', `The upload has ${received} bytes.`)
}

/** A cut connection leaves the bytes that came; with a checksum it leaves none, because they can't be checked. */
async function receive(app: App, row: UploadRow, draft: Draft, body: IncomingMessage, checksum: Checksum | null) {
  const before = checksum && draft.mark()
  try {
    const bytes = checksum ? checked(body, checksum) : body
    await writeInto(app, row, draft, bytes, { maxBytes: row.size, tooMuch, saveBetween: !checksum })
  } catch (error) {
    if (before) draft.rewind(before)
    throw error
  } finally {
    await save(app, row, draft)
  }
}

type Checksum = { algorithm: string; expected: Buffer }

async function* checked(body: AsyncIterable<Buffer>, { algorithm, expected }: Checksum) {
  const hash = createHash(algorithm)
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  const digest = hash.digest()
  if (digest.length !== expected.length || !timingSafeEqual(digest, expected))
    throw new ApiError(460, 'checksum_mismatch', 'The bytes do not match their checksum.')
}

function checksumOf({ headers }: FastifyRequest): Checksum | null {
  const given = headers['upload-checksum']
  if (given === undefined) return null
  const [algorithm = '', base64 = ''] = String(given).split(' ')
  if (!CHECKSUMS.includes(algorithm)) throw invalid({ 'upload-checksum': `Use ${CHECKSUMS.join(' or ')}.` })
  return { algorithm, expected: Buffer.from(base64, 'base64') }
}

async function uploadOf({ db }: App, request: One) {
  const { id } = request.params
  const row = UploadId.safeParse(id).success ? await findUpload(db, id, accountOf(request)) : null
  if (!row) throw notFound('Upload')
  return row
}

const wholeNumber = (header: string | string[] | undefined) =>
  /^\d{1,15}$/.test(String(header ?? '')) ? Number(header) : null

/** `name base64,name base64` */
function metadataOf({ headers }: FastifyRequest): Record<string, string> {
  const pairs = String(headers['upload-metadata'] ?? '').split(',')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', base64 = ''] = pair.trim().split(' ')
      return [name, Buffer.from(base64, 'base64').toString()]
    }),
  )
}

const isPurpose = (name: string | undefined): name is UploadPurpose =>
  name !== undefined && Object.hasOwn(uploadPurposes, name)
