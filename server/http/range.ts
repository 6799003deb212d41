import type { FastifyRequest } from 'fastify'
import type { ByteRange, FileFacts } from '#server/storage/storage.ts'

type Asked = Pick<FastifyRequest, 'method' | 'headers'>

/**
 * The part of the file that a call asks for. Undefined means the whole file, also for several parts and for unknown
 * units, which RFC 9110 allows to ignore.
 */
export function rangeOf(
  { method, headers }: Asked,
  { size, etag }: FileFacts,
): ByteRange | undefined | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (method !== 'GET' || (!first && !last)) return undefined
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined // that part is of an older file: send all
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
