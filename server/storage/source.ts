import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable, Transform } from 'node:stream'
import type { Source } from './storage.ts'

/**
 * Counts and hashes the bytes. The pipeline starts at once: a source that breaks early must fail the put, not the
 * process.
 */
export function measured(source: Source) {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  // Passes the error on to the meter, and so to the reader of the meter.
  pipeline(toReadable(source), meter, () => {})
  return { bytes: meter, measures: () => ({ size, sha256: hash.digest('hex') }) }
}

function toReadable(source: Source) {
  if (source instanceof Readable) return source
  if (source instanceof Uint8Array) return Readable.from([source])
  return createReadStream(source.file)
}

/** The disk or the user's quota is full. */
export const isNoSpace = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
