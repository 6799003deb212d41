import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder, sine } from '#test/sounds.ts'
import { blockLength, collectBlocks, type AudioBlock } from './audio.ts'
import { decode } from './decode.ts'
import { encodeMp3, type Bitrate } from './encode.ts'
import { statedSamples } from './mp3-header.ts'

const file = scratchFolder()

/** Silence with one loud click. */
function click(sampleRate: number, channels: number, at: number): AudioBlock {
  const block = sine(440, 3, { sampleRate, level: 0, channels })
  for (const samples of block.channels) samples.fill(0.9, at, at + 4)
  return block
}

const loudest = ({ channels }: AudioBlock) =>
  channels[0]!.reduce((best, value, at, all) => (value > all[best]! ? at : best), 0)

test.each([
  { sampleRate: 44_100, channels: 2, bitrate: 320 },
  { sampleRate: 44_100, channels: 1, bitrate: 128 },
  { sampleRate: 48_000, channels: 2, bitrate: 128 },
  { sampleRate: 32_000, channels: 2, bitrate: 320 },
  { sampleRate: 22_050, channels: 2, bitrate: 320 },
  { sampleRate: 22_050, channels: 1, bitrate: 128 },
] as const)('an MP3 of $sampleRate Hz and $channels channels begins and ends where the sound does', async (format) => {
  const { sampleRate, channels, bitrate } = format
  const sound = click(sampleRate, channels, 1_000)
  const path = await file(`${sampleRate}-${channels}-${bitrate}.mp3`)
  await encodeMp3([sound], path, bitrate)
  const copy = await collectBlocks(decode(path))
  expect(copy.sampleRate).toBe(sampleRate)
  expect(blockLength(copy)).toBe(blockLength(sound))
  expect(Math.abs(loudest(copy) - 1_001)).toBeLessThanOrEqual(2)
})

test('a sound that comes in blocks of odd lengths becomes the same MP3 as in one block', async () => {
  const whole = click(44_100, 2, 20_000)
  const blocks = [0, 1, 700, 30_001, 30_002].map((from, index, starts) => ({
    ...whole,
    channels: whole.channels.map((samples) => samples.slice(from, starts[index + 1])),
  }))
  const [one, several] = [await file('one.mp3'), await file('several.mp3')]
  await encodeMp3([whole], one, 192)
  await encodeMp3(blocks, several, 192)
  expect((await readFile(several)).equals(await readFile(one))).toBe(true)
})

test('a sound above 48 kHz is made slower and keeps its length', async () => {
  const path = await file('96.mp3')
  await encodeMp3([click(96_000, 2, 1_000)], path, 320)
  const copy = await collectBlocks(decode(path))
  expect(copy.sampleRate).toBe(48_000)
  expect(Math.abs(blockLength(copy) - 3 * 48_000)).toBeLessThanOrEqual(1)
})

/** The frames of an ID3v2.3 tag, by their names. */
function tagOf(mp3: Buffer) {
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + mp3[at]!, 0)
  const frames: Record<string, Buffer> = {}
  for (let at = 10; at < 10 + size;) {
    const length = mp3.readUInt32BE(at + 4)
    frames[mp3.toString('latin1', at, at + 4)] = mp3.subarray(at + 10, at + 10 + length)
    at += 10 + length
  }
  return { frames, end: 10 + size }
}

test('an MP3 carries title, artist, tempo, key and cover, and still tells its length', async () => {
  const path = await file('named.mp3')
  const picture = Uint8Array.of(0xff, 0xd8, 0xff, 1, 2, 3)
  const names = { title: 'Nachtbus – 夜', artist: 'Nadia & Söhne', bpm: 142, key: 'F#m', picture }
  await encodeMp3([sine(440, 3)], path, 320 satisfies Bitrate, names)
  const mp3 = await readFile(path)
  expect(mp3.toString('latin1', 0, 5)).toBe('ID3\x03\x00')
  const { frames, end } = tagOf(mp3)
  const text = (id: string) => frames[id]!.subarray(3).toString('utf16le')
  expect(Object.keys(frames)).toEqual(['TIT2', 'TPE1', 'TBPM', 'TKEY', 'APIC'])
  expect([...frames.TIT2!.subarray(0, 3)]).toEqual([1, 0xff, 0xfe])
  expect(['TIT2', 'TPE1', 'TBPM', 'TKEY'].map(text)).toEqual(['Nachtbus – 夜', 'Nadia & Söhne', '142', 'F#m'])
  expect(frames.APIC!.toString('latin1', 0, 14)).toBe('\x00image/jpeg\x00\x03\x00')
  expect(frames.APIC!.subarray(14).equals(picture)).toBe(true)
  expect(mp3.readUInt16BE(end) >>> 5).toBe(0x7ff)
  expect(statedSamples(mp3)).toBeGreaterThan(3 * 44_100)
  expect(blockLength(await collectBlocks(decode(path)))).toBe(3 * 44_100)
})
