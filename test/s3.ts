import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signed } from '#server/storage/s3-sign.ts'

type Stored = { bytes: Buffer; mediaType: string; etag: string; modified: Date }
type Upload = { key: string; mediaType: string; parts: Map<number, Buffer> }
type Bucket = { objects: Map<string, Stored>; uploads: Map<string, Upload> }
type Asked = {
  request: IncomingMessage
  body: Buffer
  response: ServerResponse
  key: string
  query: URLSearchParams
  bucket: Bucket
}

const NAME = 'slide'
const CREDENTIALS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }
const LIST_PAGE = 3 // short, so that lists come in several pages

/**
 * An S3 server in memory with one bucket, with only the features that the storage uses. It answers only to requests
 * that arrive as they were signed.
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
    url: `s3://${CREDENTIALS.accessKeyId}:${CREDENTIALS.secretAccessKey}@${NAME}?endpoint=http://127.0.0.1:${port}`,
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
  const body = await buffer(request)
  if (!isSigned(request, body)) return fail(response, 403, 'SignatureDoesNotMatch')
  if (name !== NAME) return fail(response, 404, 'NoSuchBucket')
  const asked: Asked = { request, body, response, key, query, bucket }
  if (request.method === 'PUT') return query.has('uploadId') ? takePart(asked) : takeObject(asked)
  if (request.method === 'POST') return query.has('uploads') ? beginUpload(asked) : completeUpload(asked)
  if (request.method === 'DELETE') return remove(asked)
  if (key === '') return request.method === 'HEAD' ? void response.end() : list(asked)
  return giveObject(asked)
}

/** Signs what has arrived with the same key, and compares. */
function isSigned({ method = '', url, headers }: IncomingMessage, body: Buffer) {
  const authorization = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const [, ...time] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(String(headers['x-amz-date'])) ?? []
  const [year = 0, month = 0, ...rest] = time.map(Number)
  const again = signed(
    {
      method,
      url: new URL(`http://${headers.host}${url}`),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body,
    },
    { region: 'us-east-1', credentials: CREDENTIALS, now: new Date(Date.UTC(year, month - 1, ...rest)) },
  )
  return authorization === again.authorization
}

function takeObject({ request, body, response, key, bucket }: Asked) {
  const stored = storedOf(body, request.headers['content-type'] ?? '')
  bucket.objects.set(key, stored)
  response.setHeader('etag', stored.etag).end()
}

function beginUpload({ request, response, key, bucket }: Asked) {
  const id = randomUUID()
  bucket.uploads.set(id, { key, mediaType: request.headers['content-type'] ?? '', parts: new Map() })
  xml(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

function takePart({ body, response, query, bucket }: Asked) {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '')
  if (!upload) return fail(response, 404, 'NoSuchUpload')
  upload.parts.set(Number(query.get('partNumber')), body)
  response.setHeader('etag', etagOf(body)).end()
}

function completeUpload({ body, response, query, bucket }: Asked) {
  const wanted = [...String(body).matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
  const id = query.get('uploadId') ?? ''
  const upload = bucket.uploads.get(id)
  const parts = wanted.map((number) => upload?.parts.get(number))
  if (!upload || parts.includes(undefined)) return fail(response, 400, 'InvalidPart')
  bucket.uploads.delete(id)
  const stored = storedOf(Buffer.concat(parts as Buffer[]), upload.mediaType)
  bucket.objects.set(upload.key, stored)
  xml(response, 200, `<CompleteMultipartUploadResult><ETag>${stored.etag}</ETag></CompleteMultipartUploadResult>`)
}

function remove({ response, key, query, bucket }: Asked) {
  const uploadId = query.get('uploadId')
  if (uploadId === null) bucket.objects.delete(key)
  else bucket.uploads.delete(uploadId)
  response.writeHead(204).end()
}

function giveObject({ request, response, key, bucket }: Asked) {
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

function list({ response, query, bucket }: Asked) {
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
