import { rm } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { assertKey, assertPrefix } from './key.ts'
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
const CONNECTION_TIMEOUT = 5_000
const MAX_SOCKETS = 1_000 // the SDK's 50 are soon held by slow listeners, and everyone else waits

type Bucket = { client: S3Client; bucket: string }

/** Files in a bucket of Amazon S3 or of a compatible server. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const at = { client: createClient(settings), bucket: settings.bucket }
  return {
    put: (key, source, { mediaType }) => putObject(at, key, source, mediaType),
    async move(key, file, { mediaType }) {
      await putObject(at, key, { file }, mediaType)
      await rm(file)
    },
    open: (key, range) => openObject(at, key, range),
    stat: (key) => statObject(at, key),
    async remove(key) {
      assertKey(key)
      await at.client.send(new DeleteObjectCommand({ Bucket: at.bucket, Key: key }))
    },
    list: (prefix) => listObjects(at, prefix),
    check: () => checkBucket(at),
  }
}

function createClient({ region, endpoint, credentials }: S3Settings) {
  return new S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: true,
    // The default wraps bodies in a framing that compatible servers store as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    },
  })
}

/** An object appears only when its last part is in; the parts of a broken upload are thrown away. */
async function putObject({ client, bucket }: Bucket, key: string, source: Source, mediaType: string) {
  assertKey(key)
  const { bytes, measures } = measured(source)
  try {
    const params = { Bucket: bucket, Key: key, Body: bytes, ContentType: mediaType }
    await new Upload({ client, params }).done()
    return measures()
  } catch (error) {
    bytes.destroy()
    const cause = bytes.errored ?? error // throwing the parts away may have failed as well
    throw isFull(cause) ? new StorageFull(bucket, cause) : cause
  }
}

async function openObject({ client, bucket }: Bucket, key: string, range?: ByteRange): Promise<OpenFile | null> {
  assertKey(key)
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`
  try {
    const reply = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) }))
    if (!(reply.Body instanceof Readable)) throw new Error(`${bucket} answered ${key} without a body`)
    const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(reply.ContentRange ?? '')?.map(Number) ?? []
    const facts = factsOf({ ...reply, ContentLength: size ?? reply.ContentLength })
    return { ...facts, stream: reply.Body, start: start ?? 0, end: end ?? facts.size - 1 }
  } catch (error) {
    if (isMissing(error)) return null
    if (range && nameOf(error) === 'InvalidRange') throw new RangeOutsideFile(key, range.start)
    throw error
  }
}

async function statObject({ client, bucket }: Bucket, key: string) {
  assertKey(key)
  try {
    return factsOf(await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Described = {
  ContentLength?: number | undefined
  ContentType?: string | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
}

function factsOf({ ContentLength, ContentType, ETag, LastModified }: Described): FileFacts {
  if (ContentLength === undefined || !ETag || !LastModified) throw new Error('The bucket answered without size or ETag')
  return {
    size: ContentLength,
    mediaType: ContentType ?? 'application/octet-stream',
    etag: ETag,
    lastModified: LastModified,
  }
}

async function* listObjects({ client, bucket }: Bucket, prefix: string): AsyncGenerator<StoredFile> {
  assertPrefix(prefix)
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key && Size !== undefined && LastModified) yield { key: Key, size: Size, lastModified: LastModified }
    }
  }
}

async function checkBucket({ client, bucket }: Bucket) {
  try {
    const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT)
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
  } catch (error) {
    throw new StorageUnavailable(`bucket ${bucket}`, error)
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** A missing bucket does not count as a missing file: it is a fault of the settings. */
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error))

/** Compatible servers answer 507 when their disks are full. */
const isFull = (error: unknown) =>
  isNoSpace(error) || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507)
