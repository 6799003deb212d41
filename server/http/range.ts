import type { FastifyRequest } from 'fastify'
import type { ByteRange, FileFacts } from '#server/storage/storage.ts'

type Asked = Pick<FastifyRequest, 'method' | 'headers'>

/**
 * What part of the file a call wants: undefined means all of it, also when it asks for several parts at once or in
 * words we don't know (RFC 9110 lets us ignore those).
 */
export function rangeOf(
  { method, headers }: Asked,
  { size, etag }: FileFacts,
): ByteRange | undefined | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (method !== 'GET' || (!first && !last)) return undefined
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined // it holds part of a former file: send all anew
  if (!first) return suffix(Number(last), size)
  const start = Number(first)
  const end = last ? Number(last) : size - 1
  if (last && end < start) return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

function suffix(length: number, size: number) {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
