import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createDiskStorage } from '#server/storage/disk.ts'
import { RangeOutsideFile, type FileStorage } from '#server/storage/storage.ts'
import { checkArchive, findEntry, listEntries } from './check-archive.ts'
import { entryAsFile } from './entry-file.ts'
import { KIT } from './limits.ts'
import { readerOf } from './read-entry.ts'

let folder: string
let storage: FileStorage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-zip-'))
  storage = await createDiskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const words = Buffer.from('slide '.repeat(5_000))

async function stored(key: string, files: Record<string, Buffer>, compress: boolean) {
  const zip = new ZipFile()
  zip.addEmptyDirectory('drums')
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, { compress })
  zip.end({ comment: 'made by a test' } as never)
  await storage.put(key, await buffer(zip.outputStream), { mediaType: 'application/zip' })
}

test.each([
  ['packed', true],
  ['stored', false],
])('a %s file of a ZIP is read whole and in parts', async (name, compress) => {
  const key = `zips/${name}.zip`
  await stored(key, { 'drums/kick.wav': words, 'Straße.mp3': Buffer.from('short') }, compress)
  const { size } = (await storage.stat(key))!
  const read = readerOf(storage, key)
  const entries = await checkArchive(read, size, KIT)
  const listed = [
    { path: 'drums/kick.wav', bytes: words.length },
    { path: 'Straße.mp3', bytes: 5 },
  ]
  expect(entries).toMatchObject(listed)
  const named = await listEntries(read, size, KIT)
  expect(named).toMatchObject(listed)
  expect(await Promise.all(named.map(({ place }) => place()))).toEqual(entries.map(({ from }) => from))
  expect(await findEntry(read, size, 'drums/kick.wav', KIT)).toEqual(entries[0])
  expect(await findEntry(read, size, 'drums', KIT)).toBeNull()
  const file = entryAsFile(storage, entries[0]!)
  expect(await file.stat(key)).toMatchObject({ size: words.length, mediaType: 'audio/wav' })
  expect(await buffer((await file.open(key))!.stream)).toEqual(words)
  const part = (await file.open(key, { start: 10_001, end: 20_000 }))!
  expect(part).toMatchObject({ start: 10_001, end: 20_000 })
  expect(await buffer(part.stream)).toEqual(words.subarray(10_001, 20_001))
  expect(await buffer((await file.open(key, { start: 29_990 }))!.stream)).toEqual(words.subarray(29_990))
  await expect(file.open(key, { start: words.length })).rejects.toThrow(RangeOutsideFile)
  const tags = await Promise.all(entries.map(async (entry) => (await entryAsFile(storage, entry).stat(key))!.etag))
  expect(new Set(tags).size).toBe(2)
})
