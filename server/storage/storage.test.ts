import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onDisk, onS3, type Place } from '#test/storages.ts'
import { createStorage } from './create-storage.ts'
import {
  BadKey,
  RangeOutsideFile,
  StorageFull,
  StorageUnavailable,
  type FileStorage,
  type StoredFile,
} from './storage.ts'

const MB = 1024 * 1024
const MP3 = { mediaType: 'audio/mpeg' }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const inPieces = (bytes: Buffer, piece = 100_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) => bytes.subarray(i * piece, (i + 1) * piece)),
  )

/** Gives `length` bytes and then fails, as a lost connection or a full disk does. */
function failingAfter(length: number, error: Error) {
  return Readable.from(
    (async function* () {
      for (let given = 0; given < length; given += MB) yield randomBytes(Math.min(MB, length - given))
      throw error
    })(),
  )
}

async function contentOf(storage: FileStorage, key: string) {
  const file = await storage.open(key)
  return file && (await buffer(file.stream))
}

async function filesUnder(storage: FileStorage, prefix: string) {
  const files: StoredFile[] = []
  for await (const file of storage.list(prefix)) files.push(file)
  return files
}
const keysUnder = async (storage: FileStorage, prefix: string) =>
  (await filesUnder(storage, prefix)).map(({ key }) => key).sort()

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('storage on %s', (_, start) => {
  let place: Place
  let storage: FileStorage
  beforeAll(async () => {
    place = await start()
    storage = place.storage
  })
  afterAll(() => place.close())

  test('returns the stored bytes with their facts', async () => {
    const bytes = randomBytes(70_000)
    const stored = await storage.put('covers/a/one.webp', bytes, { mediaType: 'image/webp' })
    expect(stored).toEqual({ size: 70_000, sha256: sha256(bytes) })
    const facts = await storage.stat('covers/a/one.webp')
    expect(facts).toMatchObject({ size: 70_000, mediaType: 'image/webp' })
    expect(facts?.etag).toMatch(/^"[^"]+"$/)
    expect(Math.abs(Date.now() - Number(facts?.lastModified))).toBeLessThan(60_000)
    const file = await storage.open('covers/a/one.webp')
    expect(file).toMatchObject({ ...facts, start: 0, end: 69_999 })
    expect(await buffer(file!.stream)).toEqual(bytes)
  })

  test('takes a stream of 30 MB', async () => {
    const bytes = randomBytes(30 * MB + 17)
    const stored = await storage.put('masters/big.wav', inPieces(bytes), { mediaType: 'audio/wav' })
    expect(stored).toEqual({ size: bytes.length, sha256: sha256(bytes) })
    expect(sha256((await contentOf(storage, 'masters/big.wav'))!)).toBe(stored.sha256)
  })

  test('copies a file and leaves it where it was', async () => {
    const path = join(place.folder, 'upload.tmp')
    await writeFile(path, 'a master')
    const { size } = await storage.put('masters/copy.wav', { file: path }, { mediaType: 'audio/wav' })
    expect(size).toBe(8)
    expect(String(await contentOf(storage, 'masters/copy.wav'))).toBe('a master')
    await rm(path) // throws if the put had moved it
    await expect(storage.put('masters/copy.wav', { file: path }, MP3)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('moves a file in, which is then gone from its place', async () => {
    const path = join(place.folder, 'draft.tmp')
    await writeFile(path, 'a master')
    await storage.move('uploads/moved.wav', path, { mediaType: 'audio/wav' })
    expect(String(await contentOf(storage, 'uploads/moved.wav'))).toBe('a master')
    expect(await storage.stat('uploads/moved.wav')).toMatchObject({ size: 8, mediaType: 'audio/wav' })
    await expect(storage.move('uploads/again.wav', path, MP3)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(storage.move('../x', path, MP3)).rejects.toThrow(BadKey)
  })

  test('keeps an empty file', async () => {
    await storage.put('masters/empty.txt', Buffer.alloc(0), { mediaType: 'text/plain; charset=utf-8' })
    expect(await storage.stat('masters/empty.txt')).toMatchObject({ size: 0 })
    const file = await storage.open('masters/empty.txt')
    expect(file).toMatchObject({ size: 0, start: 0, end: -1 })
    expect(await buffer(file!.stream)).toHaveLength(0)
  })

  test('reads ranges, both ends included', async () => {
    await storage.put('previews/alphabet.mp3', Buffer.from('abcdefghij'), MP3)
    const read = async (range: { start: number; end?: number }) => {
      const { stream, start, end, size } = (await storage.open('previews/alphabet.mp3', range))!
      return [String(await buffer(stream)), start, end, size]
    }
    expect(await read({ start: 2, end: 4 })).toEqual(['cde', 2, 4, 10])
    expect(await read({ start: 7 })).toEqual(['hij', 7, 9, 10])
    expect(await read({ start: 9, end: 9 })).toEqual(['j', 9, 9, 10])
    expect(await read({ start: 8, end: 500 })).toEqual(['ij', 8, 9, 10])
    await expect(storage.open('previews/alphabet.mp3', { start: 10 })).rejects.toThrow(RangeOutsideFile)
  })

  test('answers null for a missing key', async () => {
    expect(await storage.stat('covers/none.webp')).toBeNull()
    expect(await storage.open('covers/none.webp')).toBeNull()
    expect(await storage.open('covers/none.webp', { start: 5 })).toBeNull()
    await storage.remove('covers/none.webp')
    await storage.put('covers/folder/x.webp', Buffer.from('x'), { mediaType: 'image/webp' })
    expect(await storage.stat('covers/folder')).toBeNull()
    expect(await storage.open('covers/folder')).toBeNull()
    await storage.remove('covers/folder')
    expect(await storage.stat('covers/folder/x.webp')).not.toBeNull()
    expect(await storage.stat('covers/folder/x.webp/y')).toBeNull()
  })

  test('removes, and removes again', async () => {
    await storage.put('covers/gone.webp', Buffer.from('x'), { mediaType: 'image/webp' })
    await storage.remove('covers/gone.webp')
    await storage.remove('covers/gone.webp')
    expect(await storage.open('covers/gone.webp')).toBeNull()
  })

  test('overwrites, with another ETag', async () => {
    await storage.put('covers/over.webp', Buffer.from('old'), { mediaType: 'image/webp' })
    const before = await storage.stat('covers/over.webp')
    await storage.put('covers/over.webp', Buffer.from('new'), { mediaType: 'image/webp' })
    expect(String(await contentOf(storage, 'covers/over.webp'))).toBe('new')
    expect((await storage.stat('covers/over.webp'))?.etag).not.toBe(before?.etag)
  })

  test('lists by prefix', async () => {
    const keys = ['list/a/1.mp3', 'list/a/2.mp3', 'list/ab/3.mp3', 'list/b.mp3']
    for (const key of keys) await storage.put(key, Buffer.from('four'), MP3)
    expect(await keysUnder(storage, 'list/')).toEqual(keys)
    expect(await keysUnder(storage, 'list/a')).toEqual(keys.slice(0, 3))
    expect(await keysUnder(storage, 'list/a/')).toEqual(keys.slice(0, 2))
    expect(await keysUnder(storage, 'nothing/')).toEqual([])
    expect(await keysUnder(storage, '')).toEqual(expect.arrayContaining(keys))
    const [file] = await filesUnder(storage, 'list/b')
    expect(file).toEqual({ key: 'list/b.mp3', size: 4, lastModified: expect.any(Date) })
  })

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'covers/../masters/x',
    'covers//x',
    'covers/./x',
    'covers/x/',
    'covers/.hidden',
    '.incoming/x',
    '-x',
    '_x',
    'covers/a..b',
    'covers\\..\\x',
    'covers/x\0.webp',
    'covers/x\n',
    'covers/é.webp',
    'covers/a b.webp',
    `covers/${'x'.repeat(201)}`,
    'long/'.repeat(110) + 'x',
  ])('refuses the key %j everywhere', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), MP3)).rejects.toThrow(BadKey)
    await expect(storage.open(key)).rejects.toThrow(BadKey)
    await expect(storage.stat(key)).rejects.toThrow(BadKey)
    await expect(storage.remove(key)).rejects.toThrow(BadKey)
    // nothing at all and a folder with its slash are prefixes
    if (key !== '' && key !== 'covers/x/') await expect(keysUnder(storage, key)).rejects.toThrow(BadKey)
  })

  test.each([1, 12])('a stream that breaks after %i MB leaves nothing behind', async (length) => {
    const fresh = await start()
    const lost = failingAfter(length * MB, new Error('connection lost'))
    await expect(fresh.storage.put('masters/lost.wav', lost, MP3)).rejects.toThrow('connection lost')
    expect(lost.destroyed).toBe(true)
    expect(await fresh.storage.stat('masters/lost.wav')).toBeNull()
    expect(await fresh.left()).toEqual([])
    await fresh.close()
  })

  test('a stream destroyed before its end leaves the former file', async () => {
    await storage.put('masters/kept.wav', Buffer.from('former'), MP3)
    const source = new Readable({ read() {} })
    source.push(randomBytes(MB))
    const put = expect(storage.put('masters/kept.wav', source, MP3)).rejects.toThrow('Premature close')
    await sleep(50)
    source.destroy()
    await put
    expect(String(await contentOf(storage, 'masters/kept.wav'))).toBe('former')
  })

  test('names a full disk', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const put = storage.put('masters/full.wav', failingAfter(0, full), MP3)
    await expect(put).rejects.toThrow(StorageFull)
    await expect(put).rejects.toMatchObject({ cause: full })
    const broken = new Readable({ read() {} })
    const other = storage.put('masters/full.wav', broken, MP3)
    broken.destroy(full) // before the storage has made room
    await expect(other).rejects.toThrow(StorageFull)
    expect(await storage.stat('masters/full.wav')).toBeNull()
  })

  test('one of several concurrent puts of a key wins whole', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(300_000))
    await Promise.all(contents.map((bytes) => storage.put('masters/race.wav', inPieces(bytes), MP3)))
    const winner = await contentOf(storage, 'masters/race.wav')
    expect(contents.some((bytes) => bytes.equals(winner!))).toBe(true)
  })

  test('is ready', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})

describe('disk only', () => {
  let place: Place
  beforeAll(async () => {
    place = await onDisk()
  })
  afterAll(() => place.close())

  test('a reader of a file that is overwritten reads the former to its end', async () => {
    const former = randomBytes(2 * MB)
    await place.storage.put('masters/read.wav', former, MP3)
    const file = await place.storage.open('masters/read.wav')
    await place.storage.put('masters/read.wav', randomBytes(2 * MB), MP3)
    expect(former.equals(await buffer(file!.stream))).toBe(true)
  })

  test('removes at the next start the drafts of a killed process, but not those of a running one', async () => {
    const incoming = join(place.folder, 'files', '.incoming')
    for (const name of ['old', 'recent']) await writeFile(join(incoming, name), 'half a master')
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(join(incoming, 'old'), yesterday, yesterday)
    await createStorage({ dataDir: place.folder })
    expect(await readdir(incoming)).toEqual(['recent'])
    expect(await keysUnder(place.storage, '')).toEqual(['masters/read.wav']) // a draft is no stored file
  })

  test('reports that its folder is gone', async () => {
    const gone = await onDisk()
    await gone.close()
    await expect(gone.storage.check()).rejects.toThrow(StorageUnavailable)
  })
})

test('S3 reports a missing bucket and a server that does not answer', async () => {
  const place = await onS3()
  const missing = await createStorage({ storageUrl: place.url.replace('@slide', '@other'), dataDir: '' })
  await expect(missing.check()).rejects.toThrow(StorageUnavailable)
  await expect(missing.open('covers/x.webp')).rejects.toMatchObject({ name: 'NoSuchBucket' })
  await place.close()
  await expect(place.storage.check()).rejects.toThrow(/bucket slide.*ECONNREFUSED/)
})
