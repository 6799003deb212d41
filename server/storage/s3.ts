import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { assertKey, assertPrefix } from './key.ts'
import { createS3Client, elementOf, S3Refusal, textOf, type S3Client } from './s3-client.ts'
import type { S3Settings } from './s3-settings.ts'
import { isNoSpace, measured } from './source.ts'
import {
  RangeOutsideFile,
  StorageFull,
  StorageUnavailable,
  type ByteRange,
  type FileFacts,
  type FileStorage,
  type OpenFile,
  type Source,
  type StoredFile,
} from './storage.ts'

const CHECK_TIMEOUT = 5_000
const PART = 5 * 1024 * 1024 // the smallest that S3 takes
const PARTS_AT_ONCE = 4

/** Files in a bucket of Amazon S3 or of a compatible server. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const ask = createS3Client(settings)
  return {
    put: (key, source, { mediaType }) => putObject(ask, settings.bucket, key, source, mediaType),
    async move(key, file, { mediaType }) {
      await putObject(ask, settings.bucket, key, { file }, mediaType)
      await rm(file)
    },
    open: (key, range) => openObject(ask, key, range),
    stat: (key) => statObject(ask, key),
    async remove(key) {
      assertKey(key)
      await ask({ method: 'DELETE', key }, textOf)
    },
    list: (prefix) => listObjects(ask, prefix),
    async check() {
      try {
        await ask({ method: 'HEAD', signal: AbortSignal.timeout(CHECK_TIMEOUT) }, textOf)
      } catch (error) {
        throw new StorageUnavailable(`bucket ${settings.bucket}`, error)
      }
    },
  }
}

/** An object appears only when its last part is in; the parts of a broken upload are thrown away. */
async function putObject(ask: S3Client, bucket: string, key: string, source: Source, mediaType: string) {
  assertKey(key)
  const { bytes, measures } = measured(source)
  try {
    const parts = partsOf(bytes)
    const first = (await parts.next()).value!
    const headers = { 'content-type': mediaType }
    if (first.bytes.length < PART) await ask({ method: 'PUT', key, headers, body: first.bytes }, textOf)
    else await putParts(ask, key, headers, first, parts, bytes)
    return measures()
  } catch (error) {
    bytes.destroy()
    const cause = bytes.errored ?? error
    throw isFull(cause) ? new StorageFull(bucket, cause) : cause
  }
}

type Part = { number: number; bytes: Buffer }

/** Pieces of the least size of a part. The last may be smaller; without any bytes it is an empty one. */
async function* partsOf(source: Readable): AsyncGenerator<Part, undefined> {
  let [number, held, size] = [0, [] as Buffer[], 0]
  for await (const chunk of source as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size < PART) continue
    const all = Buffer.concat(held)
    let start = 0
    for (; all.length - start >= PART; start += PART)
      yield { number: ++number, bytes: all.subarray(start, start + PART) }
    held = [all.subarray(start)]
    size = all.length - start
  }
  if (size > 0 || number === 0) yield { number: number + 1, bytes: Buffer.concat(held) }
}

async function idOf(reply: IncomingMessage) {
  const id = elementOf(await textOf(reply), 'UploadId')
  if (!id) throw new Error('The bucket opened an upload without naming it')
  return id
}

async function putParts(
  ask: S3Client,
  key: string,
  headers: Record<string, string>,
  first: Part,
  others: AsyncGenerator<Part, undefined>,
  source: Readable,
) {
  const uploadId = await ask({ method: 'POST', key, query: { uploads: '' }, headers }, idOf)
  const etags: string[] = []

  async function send({ number, bytes }: Part) {
    const query = { partNumber: number, uploadId }
    etags[number - 1] = await ask({ method: 'PUT', key, query, body: bytes }, async (reply) => {
      await textOf(reply)
      return reply.headers.etag ?? ''
    })
  }
  async function lane(part?: Part) {
    try {
      if (part) await send(part)
      for (let next = await others.next(); next.value; next = await others.next()) await send(next.value)
    } catch (error) {
      source.destroy(error as Error) // stops the other lanes
      throw error
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, (_, at) => lane(at ? undefined : first)))
  try {
    for (const one of lanes) if (one.status === 'rejected') throw one.reason
    const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    await ask({ method: 'POST', key, query: { uploadId }, body }, textOf)
  } catch (error) {
    await ask({ method: 'DELETE', key, query: { uploadId } }, textOf).catch(() => {}) // the bucket’s own rule clears the rest
    throw error
  }
}

async function openObject(ask: S3Client, key: string, range?: ByteRange): Promise<OpenFile | null> {
  assertKey(key)
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}
  try {
    const stream = await ask({ method: 'GET', key, headers }, async (reply) => reply)
    const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(stream.headers['content-range'] ?? '') ?? []
    const facts = factsOf({ ...stream.headers, ...(size && { 'content-length': size }) })
    return { ...facts, stream, start: Number(start ?? 0), end: Number(end ?? facts.size - 1) }
  } catch (error) {
    if (isMissing(error)) return null
    if (range && error instanceof S3Refusal && error.name === 'InvalidRange')
      throw new RangeOutsideFile(key, range.start)
    throw error
  }
}

async function statObject(ask: S3Client, key: string) {
  assertKey(key)
  try {
    return await ask({ method: 'HEAD', key }, async (reply) => {
      await textOf(reply)
      return factsOf(reply.headers)
    })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function factsOf(headers: IncomingHttpHeaders): FileFacts {
  const { 'content-length': size, 'last-modified': modified, etag } = headers
  if (size === undefined || !etag || !modified) throw new Error('The bucket answered without size or ETag')
  return {
    size: Number(size),
    mediaType: headers['content-type'] ?? 'application/octet-stream',
    etag,
    lastModified: new Date(modified),
  }
}

async function* listObjects(ask: S3Client, prefix: string): AsyncGenerator<StoredFile> {
  assertPrefix(prefix)
  let token: string | undefined
  do {
    const query = { 'list-type': 2, prefix, ...(token && { 'continuation-token': token }) }
    const page = await ask({ method: 'GET', query }, textOf)
    for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const [key, size, modified] = [
        elementOf(object, 'Key'),
        elementOf(object, 'Size'),
        elementOf(object, 'LastModified'),
      ]
      if (key && size && modified) yield { key, size: Number(size), lastModified: new Date(modified) }
    }
    token = elementOf(page, 'NextContinuationToken')
  } while (token)
}

/** A missing bucket does not count as a missing file: it is a fault of the settings. */
const isMissing = (error: unknown) => error instanceof S3Refusal && ['NoSuchKey', 'NotFound'].includes(error.name)

/** Compatible servers answer 507 when their disks are full. */
const isFull = (error: unknown) => isNoSpace(error) || (error instanceof S3Refusal && error.status === 507)
