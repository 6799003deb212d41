import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '#server/errors.ts'
import type { FileFacts, FileStorage } from '#server/storage/storage.ts'
import { rangeOf } from './range.ts'

type SendOptions = {
  cacheControl: string
  /** The name for saving the file. Without a name the browser shows or plays the file. */
  download?: string
}

const FILE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
]

/** Answers GET and HEAD with a stored file, or with the requested part of it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<FileStorage, 'stat' | 'open'>,
  key: string,
  { cacheControl, download }: SendOptions,
) {
  const facts = await storage.stat(key)
  if (!facts) throw notFound('File')
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    etag: facts.etag,
    'last-modified': facts.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    ...(download !== undefined && { 'content-disposition': attachment(download) }),
  })
  if (matchesEtag(request.headers['if-none-match'], facts.etag)) return reply.code(304).send()

  const range = rangeOf(request, facts)
  if (range === 'unsatisfiable') throw refusedRange(reply, facts)
  if (request.method === 'HEAD') return sendHead(reply, facts)

  const file = await storage.open(key, range)
  if (!file) {
    forgetFile(reply)
    throw notFound('File')
  }
  if (file.etag !== facts.etag) {
    file.stream.destroy() // the file was replaced meanwhile, so everything is decided again
    return sendFile(request, forgetFile(reply), storage, key, {
      cacheControl,
      ...(download !== undefined && { download }),
    })
  }
  const { stream, start, end, size, mediaType } = file
  stream.once('error', () => {
    if (!reply.raw.headersSent) forgetFile(reply)
  })
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply
    .type(mediaType)
    .header('content-length', end - start + 1)
    .send(stream)
}

/** An empty stream: for any other empty body Fastify would send a length of 0. */
const sendHead = (reply: FastifyReply, { size, mediaType }: FileFacts) =>
  reply.type(mediaType).header('content-length', size).send(Readable.from([]))

function refusedRange(reply: FastifyReply, { size }: FileFacts) {
  forgetFile(reply).header('content-range', `bytes */${size}`)
  return new ApiError(416, 'range_not_satisfiable', `The file has ${size} bytes.`)
}

/** Removes the file's headers: an error must not be cached or saved like the file. */
function forgetFile(reply: FastifyReply) {
  for (const name of FILE_HEADERS) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  return reply
}

/** Ignores the mark of a weak ETag, which a compressing proxy adds. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string) {
  if (ifNoneMatch === undefined) return false
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(etag)
}

/** Names the file in UTF-8, and in ASCII for old browsers (RFC 6266). */
export function attachment(filename: string) {
  const name = filename.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_')
  const ascii = name.replace(/[^ -~]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
