import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Stored = { bytes: Buffer; mediaType: string; etag: string; modified: Date }
type Upload = { key: string; mediaType: string; parts: Map<number, Buffer> }
type Bucket = { objects: Map<string, Stored>; uploads: Map<string, Upload> }
type Asked = { request: IncomingMessage; response: ServerResponse; key: string; query: URLSearchParams; bucket: Bucket }

const NAME = 'slide'
const LIST_PAGE = 3 // short, so that lists come in several pages

/**
 * An S3 server in memory with one bucket, with only the features that the storage uses. It requires a signature with
 * its access key but does not verify it.
 */
export async function startS3() {
  const bucket: Bucket = { objects: new Map(), uploads: new Map() }
  const server = createServer((request, response) => {
    answer(bucket, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return // the client has disconnected
      fail(response, 500, 'InternalError', String(error))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://test-key:test-secret@${NAME}?endpoint=http://127.0.0.1:${port}`,
    /** Keys of all objects and of unfinished uploads. */
    contents: () => [...bucket.objects.keys(), ...[...bucket.uploads.values()].map(({ key }) => key)],
    close() {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3.invalid')
  const [, name, ...rest] = pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  if (!/Credential=test-key\//.test(request.headers.authorization ?? '')) return fail(response, 403, 'AccessDenied')
  if (name !== NAME) return fail(response, 404, 'NoSuchBucket')
  // servers that don't know this framing would store the frames as part of the file
  if (String(request.headers['x-amz-content-sha256']).startsWith('STREAMING-'))
    return fail(response, 501, 'NotImplemented')
  const asked: Asked = { request, response, key, query, bucket }
  if (request.method === 'PUT') return query.has('uploadId') ? takePart(asked) : takeObject(asked)
  if (request.method === 'POST') return query.has('uploads') ? beginUpload(asked) : completeUpload(asked)
  if (request.method === 'DELETE') return remove(asked)
  if (key === '') return request.method === 'HEAD' ? void response.end() : list(asked)
  return giveObject(asked)
}

async function takeObject({ request, response, key, bucket }: Asked) {
  const stored = storedOf(await buffer(request), request.headers['content-type'] ?? '')
  bucket.objects.set(key, stored)
  response.setHeader('etag', stored.etag).end()
}

async function beginUpload({ request, response, key, bucket }: Asked) {
  const id = randomUUID()
  bucket.uploads.set(id, { key, mediaType: request.headers['content-type'] ?? '', parts: new Map() })
  xml(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

async function takePart({ request, response, query, bucket }: Asked) {
  const bytes = await buffer(request)
  const upload = bucket.uploads.get(query.get('uploadId') ?? '')
  if (!upload) return fail(response, 404, 'NoSuchUpload')
  upload.parts.set(Number(query.get('partNumber')), bytes)
  response.setHeader('etag', etagOf(bytes)).end()
}

async function completeUpload({ request, response, query, bucket }: Asked) {
  const wanted = [...String(await buffer(request)).matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
  const id = query.get('uploadId') ?? ''
  const upload = bucket.uploads.get(id)
  const parts = wanted.map((number) => upload?.parts.get(number))
  if (!upload || parts.includes(undefined)) return fail(response, 400, 'InvalidPart')
  bucket.uploads.delete(id)
  const stored = storedOf(Buffer.concat(parts as Buffer[]), upload.mediaType)
  bucket.objects.set(upload.key, stored)
  xml(response, 200, `<CompleteMultipartUploadResult><ETag>${stored.etag}</ETag></CompleteMultipartUploadResult>`)
}

async function remove({ response, key, query, bucket }: Asked) {
  const uploadId = query.get('uploadId')
  if (uploadId === null) bucket.objects.delete(key)
  else bucket.uploads.delete(uploadId)
  response.writeHead(204).end()
}

async function giveObject({ request, response, key, bucket }: Asked) {
  const stored = bucket.objects.get(key)
  if (!stored) return fail(response, 404, 'NoSuchKey')
  const { bytes, etag, mediaType, modified } = stored
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  if (from !== undefined && start >= bytes.length) return fail(response, 416, 'InvalidRange')
  const end = Math.min(to ? Number(to) : Infinity, bytes.length - 1)
  if (from !== undefined) response.setHeader('content-range', `bytes ${start}-${end}/${bytes.length}`)
  response.writeHead(from === undefined ? 200 : 206, {
    etag,
    'content-type': mediaType,
    'content-length': end - start + 1,
    'last-modified': modified.toUTCString(),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start, end + 1))
}

async function list({ response, query, bucket }: Asked) {
  const after = query.get('continuation-token') ?? ''
  const prefix = query.get('prefix') ?? ''
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, LIST_PAGE)
  const contents = page.map((key) => {
    const { bytes, modified } = bucket.objects.get(key)!
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`
  })
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const isTruncated = `<IsTruncated>${next !== ''}</IsTruncated>`
  xml(response, 200, `<ListBucketResult>${isTruncated}${next}${contents.join('')}</ListBucketResult>`)
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const storedOf = (bytes: Buffer, mediaType: string): Stored => ({
  bytes,
  mediaType,
  etag: etagOf(bytes),
  modified: new Date(),
})

const fail = (response: ServerResponse, status: number, code: string, message = code) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`)

const xml = (response: ServerResponse, status: number, text: string) =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
