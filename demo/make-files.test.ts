import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { collectBlocks } from '#server/media/audio.ts'
import { decode } from '#server/media/decode.ts'
import { measure } from '#server/media/loudness.ts'
import { scratchFolder } from '#test/sounds.ts'
import { catalogue } from './catalogue.ts'
import { makeDemoFiles } from './make-files.ts'
import type { ItemFiles } from './manifest.ts'
import { PEOPLE } from './people.ts'

const file = scratchFolder()
const [beat] = catalogue.beats
const kit = catalogue.kits.find(({ type }) => type === 'MIDI Kit')
const failed = catalogue.unsold.find(({ state }) => state === 'failed')
const content = { beats: [beat!], packs: [{ ...catalogue.packs[0]!, beats: [beat!] }], kits: [kit!], unsold: [failed!] }

test('files of an item are made once, and missing files are made again', { timeout: 120_000 }, async () => {
  const cacheDir = await file('cache')
  await mkdir(join(cacheDir, '0123456789abcdef'), { recursive: true })
  const steps: string[] = []
  const make = () =>
    makeDemoFiles({ cacheDir, content, onProgress: (done, total, label) => steps.push(`${done}/${total} ${label}`) })
  const manifest = await make()
  expect(steps).toHaveLength(6)
  expect(steps.at(-1)).toBe(`6/6 ${content.packs[0]!.title}`)
  expect(await readdir(cacheDir)).toHaveLength(1) // files of another version are removed

  const at = (path: string) => join(manifest.folder, path)
  await expectWhole(manifest.items[beat!.slug]!, at, ['master', 'mp3', 'stems'])
  await expectCutOff(manifest.items[failed!.slug]!, at)
  expect(measure(await collectBlocks(decode(at(manifest.voices.ColdHarbour!.path)))).peakDb).toBeGreaterThan(-3)
  await expectWhole(manifest.items[content.packs[0]!.slug]!, at, ['archive'])
  expect(manifest.items[content.packs[0]!.slug]!.tracks.map(({ mp3 }) => mp3)).toEqual([
    manifest.items[beat!.slug]!.sold.find(({ role }) => role === 'mp3'),
  ])
  await expectWhole(manifest.items[kit!.slug]!, at, ['archive'])
  expect(manifest.items[kit!.slug]!.tracks.every(({ archivePath }) => archivePath.endsWith('.mid'))).toBe(true)

  const { avatars } = manifest.pictures
  expect(Object.keys(avatars)).toHaveLength(PEOPLE.length)

  const master = at(`beats/${beat!.slug}/master.wav`)
  const { mtimeMs } = await stat(master)
  await rm(at('kits'), { recursive: true })
  expect(await make()).toEqual(manifest)
  expect((await stat(master)).mtimeMs).toBe(mtimeMs)
  expect(await readdir(at('kits'))).toEqual([kit!.slug])
})

test('two shops that make the same files at once do not disturb each other', { timeout: 120_000 }, async () => {
  const cacheDir = await file('shared')
  const few = { beats: [], packs: [], kits: [kit!], unsold: [failed!] }
  const [one, other] = await Promise.all([
    makeDemoFiles({ cacheDir, content: few }),
    makeDemoFiles({ cacheDir, content: few }),
  ])
  expect(other).toEqual(one)
  await expectWhole(one.items[kit!.slug]!, (path) => join(one.folder, path), ['archive'])
  expect(await readdir(join(one.folder, 'drafts'))).toEqual([])
})

async function expectCutOff({ sold }: ItemFiles, at: (path: string) => string) {
  const [master, ...others] = sold
  expect([master!.role, others]).toEqual(['master', []])
  await expect(collectBlocks(decode(at(master!.path)))).rejects.toThrow('reason' in failed! ? failed.reason : '')
}

async function expectWhole(item: ItemFiles, at: (path: string) => string, roles: string[]) {
  expect(item.sold.map(({ role }) => role)).toEqual(roles)
  for (const { path, bytes, sha256, crc32: crc } of item.sold) {
    const content = await readFile(at(path))
    expect(content.length).toBe(bytes)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    expect(crc32(content)).toBe(crc)
  }
  const preview = measure(await collectBlocks(decode(at(item.preview))))
  expect(preview.seconds).toBeGreaterThan(8)
  expect(preview.seconds).toBeLessThan(91)
  expect(preview.rmsDb).toBeGreaterThan(-22)
  expect(Buffer.from(item.wave.full, 'base64')).toHaveLength(600)
  expect(Buffer.from(item.wave.mini, 'base64')).toHaveLength(96)
  for (const [size, path] of Object.entries(item.cover))
    expect((await sharp(at(path)).metadata()).width).toBe(Number(size))
}
