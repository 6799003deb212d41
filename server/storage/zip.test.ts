import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createDiskStorage } from './disk.ts'
import { RangeOutsideFile, type FileStorage } from './storage.ts'
import { BadZip, listZip, zipEntryAsFile } from './zip.ts'

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
  const entries = (await listZip(storage, key))!
  expect(entries.map((entry) => [entry.name, entry.size])).toEqual([
    ['drums/kick.wav', words.length],
    ['Straße.mp3', 5],
  ])
  const file = zipEntryAsFile(storage, entries[0]!)
  expect(await file.stat(key)).toMatchObject({ size: words.length, mediaType: 'audio/wav' })
  expect(await buffer((await file.open(key))!.stream)).toEqual(words)
  const part = (await file.open(key, { start: 10_001, end: 20_000 }))!
  expect(part).toMatchObject({ start: 10_001, end: 20_000 })
  expect(await buffer(part.stream)).toEqual(words.subarray(10_001, 20_001))
  expect(await buffer((await file.open(key, { start: 29_990 }))!.stream)).toEqual(words.subarray(29_990))
  await expect(file.open(key, { start: words.length })).rejects.toThrow(RangeOutsideFile)
  const tags = await Promise.all(entries.map(async (entry) => (await zipEntryAsFile(storage, entry).stat(key))!.etag))
  expect(new Set(tags).size).toBe(2)
})

test('a missing file is no ZIP, and a broken one says so', async () => {
  expect(await listZip(storage, 'zips/none.zip')).toBeNull()
  await storage.put('zips/broken.zip', Buffer.from('PK\x03\x04 and nothing more'), { mediaType: 'application/zip' })
  await expect(listZip(storage, 'zips/broken.zip')).rejects.toThrow(BadZip)
})
