import type { Readable } from 'node:stream'

/** Bytes, a stream, or the path of a file. The file is copied and stays where it is. */
export type Source = Readable | Uint8Array | { file: string }

/** Both ends included, as in HTTP; without `end`, up to the last byte. */
export type ByteRange = { start: number; end?: number }

export type FileFacts = {
  size: number
  mediaType: string
  /** A strong validator in its quotes: two contents never share it. */
  etag: string
  lastModified: Date
}

/** `start` and `end` are what the stream really holds. Read the stream or destroy it. */
export type OpenFile = FileFacts & { stream: Readable; start: number; end: number }

export type StoredFile = { key: string; size: number; lastModified: Date }

export interface FileStorage {
  /** All or nothing: until the last byte is safe, readers see the former file or none. */
  put(key: string, source: Source, about: { mediaType: string }): Promise<{ size: number; sha256: string }>
  /** Like `put` with a path, but the file is moved: it is gone from its path afterwards. */
  move(key: string, file: string, about: { mediaType: string }): Promise<void>
  /** Throws RangeOutsideFile when the file ends before the range starts. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>
  stat(key: string): Promise<FileFacts | null>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
  /** Every file whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Throws StorageUnavailable when files can't be kept at present. */
  check(): Promise<void>
}

export class BadKey extends Error {
  override readonly name = 'BadKey'
  constructor(key: string) {
    super(`${JSON.stringify(key.slice(0, 100))} can't name a stored file`)
  }
}

export class RangeOutsideFile extends Error {
  override readonly name = 'RangeOutsideFile'
  constructor(key: string, start: number) {
    super(`${key} ends before byte ${start}`)
  }
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  constructor(where: string, cause: unknown) {
    super(`No space left in ${where}`, { cause })
  }
}

export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(where: string, cause: unknown) {
    super(`Files can't be kept in ${where}: ${reasonOf(cause)}`, { cause })
  }
}

/** A host with several addresses fails with an error that has a code alone. */
const reasonOf = (cause: unknown) =>
  cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
