import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assertKey, assertPrefix, isKey, mediaTypeOf } from './key.ts'
import { isNoSpace, measured } from './source.ts'
import {
  RangeOutsideFile,
  StorageFull,
  StorageUnavailable,
  type ByteRange,
  type FileFacts,
  type FileStorage,
  type Source,
  type StoredFile,
} from './storage.ts'

const INCOMING = '.incoming' // no key starts with a dot
const PRIVATE = { folder: 0o700, file: 0o600 } // other users of this machine must not read masters
const ABANDONED_AFTER = 24 * 60 * 60 * 1000

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

/** Files under `folder`, which may be shared by several nodes. */
export async function createDiskStorage(folder: string): Promise<FileStorage> {
  const root = resolve(folder)
  const incoming = join(root, INCOMING)
  await mkdir(incoming, { recursive: true, mode: PRIVATE.folder })
  await removeAbandoned(incoming)
  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, key)
  }
  return {
    put: async (key, source) => putFile({ root, draft: join(incoming, randomUUID()), path: pathOf(key) }, source),
    move: async (key, file) => moveFile({ root, draft: join(incoming, randomUUID()), path: pathOf(key) }, file),
    open: async (key, range) => openFile(key, pathOf(key), range),
    async stat(key) {
      const found = await unlessMissing(stat(pathOf(key), { bigint: true }))
      return found?.isFile() ? factsOf(key, found) : null
    },
    async remove(key) {
      const path = pathOf(key)
      const found = await unlessMissing(stat(path))
      if (found?.isFile()) await rm(path, { force: true })
    },
    list: (prefix) => listFiles(root, prefix),
    check: () => checkWritable(root, join(incoming, randomUUID())),
  }
}

type Place = { root: string; draft: string; path: string }

/** Writes to a side file, makes it durable, then renames it. A rename within one file system happens wholly or not at all. */
async function putFile({ root, draft, path }: Place, source: Source) {
  const { bytes, measures } = measured(source)
  try {
    const handle = await open(draft, 'wx', PRIVATE.file)
    await pipeline(bytes, handle.createWriteStream({ flush: true }))
    await moveInto(draft, path)
    return measures()
  } catch (cause) {
    bytes.destroy()
    await rm(draft, { force: true })
    throw isNoSpace(cause) ? new StorageFull(root, cause) : cause
  }
}

/** A file of another file system is copied. */
async function moveFile(place: Place, file: string) {
  const handle = await open(file, 'r+')
  try {
    await handle.chmod(PRIVATE.file)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await moveInto(file, place.path)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await putFile(place, { file })
    await rm(file)
  }
}

async function moveInto(file: string, path: string) {
  await makeFolder(dirname(path))
  await rename(file, path)
  await syncFolder(dirname(path))
}

async function openFile(key: string, path: string, range: ByteRange | undefined) {
  const handle = await unlessMissing(open(path, 'r'))
  if (!handle) return null
  try {
    const found = await handle.stat({ bigint: true })
    if (!found.isFile()) return await handle.close().then(() => null)
    const facts = factsOf(key, found)
    return { ...facts, ...streamOf(key, handle, facts, range) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function streamOf(key: string, handle: FileHandle, { size }: FileFacts, range: ByteRange | undefined) {
  const last = size - 1
  if (!range) return { stream: handle.createReadStream(), start: 0, end: last }
  const { start } = range
  if (start > last) throw new RangeOutsideFile(key, start)
  const end = Math.min(range.end ?? last, last)
  return { stream: handle.createReadStream({ start, end }), start, end }
}

/** Each put makes a new inode. Inode and time in nanoseconds make every ETag unique. */
const factsOf = (key: string, { size, ino, mtime, mtimeNs }: BigIntStats): FileFacts => ({
  size: Number(size),
  mediaType: mediaTypeOf(key),
  etag: `"${size.toString(36)}-${mtimeNs.toString(36)}-${ino.toString(36)}"`,
  lastModified: mtime,
})

async function* listFiles(root: string, prefix: string, folder?: string): AsyncGenerator<StoredFile> {
  assertPrefix(prefix)
  const inside = folder ?? prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const entries = await unlessMissing(opendir(join(root, inside)))
  if (!entries) return
  for await (const entry of entries) {
    const key = inside + entry.name
    if (!isKey(key) || !key.startsWith(prefix)) continue
    if (entry.isDirectory()) yield* listFiles(root, prefix, `${key}/`)
    if (!entry.isFile()) continue
    const found = await unlessMissing(stat(join(root, key)))
    if (found) yield { key, size: found.size, lastModified: found.mtime }
  }
}

/** Only a write shows that a disk is full or read-only. */
async function checkWritable(root: string, probe: string) {
  try {
    await writeFile(probe, 'ready')
    await rm(probe)
  } catch (error) {
    throw isNoSpace(error) ? new StorageFull(root, error) : new StorageUnavailable(root, error)
  }
}

/** Removes drafts that a killed process has left behind. */
async function removeAbandoned(incoming: string) {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await unlessMissing(stat(path))
    if (found && found.mtimeMs < Date.now() - ABANDONED_AFTER) await rm(path, { force: true })
  }
}

/** A new folder is durable only once the one above it is. */
async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE.folder })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string) {
  if (process.platform === 'win32') return // folders can't be opened there
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (NOT_THERE.has(codeOf(error))) return null
    throw error
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
