import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { noiseBytes, scratchFolder, sine } from '#test/sounds.ts'
import { collectBlocks, MediaError } from './audio.ts'
import { decode } from './decode.ts'
import { encodeMp3 } from './encode.ts'
import { measure } from './loudness.ts'
import { toWav } from './wav.ts'

const file = scratchFolder()
const sound = sine(440, 3)
let mp3: Buffer

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // the decoder prints a line for each damaged frame
  const path = await file('sound.mp3')
  await encodeMp3([sound], path, 320)
  mp3 = await readFile(path)
})

async function decodeBytes(name: string, bytes: Buffer) {
  const path = await file(name)
  await writeFile(path, bytes)
  return collectBlocks(decode(path))
}

test('an MP3 keeps its length, level and rate when it is decoded', async () => {
  const copy = await decodeBytes('copy.mp3', mp3)
  const { seconds, peakDb, rmsDb } = measure(copy)
  expect(copy.sampleRate).toBe(44_100)
  expect(Math.abs(seconds - 3)).toBeLessThan(0.1)
  expect(peakDb).toBeCloseTo(-6, 0)
  expect(rmsDb).toBeCloseTo(-9, 0)
  expect(mp3.length).toBeGreaterThan((3 * 320_000) / 8 - 5_000)
})

test('decodes a file by its content, not by its name', async () => {
  const copy = await decodeBytes('named-wrongly.mp3', toWav(sound))
  expect(measure(copy).seconds).toBeCloseTo(3, 5)
})

test('skips an ID3 tag before the sound', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x07\x68', 'latin1'), Buffer.alloc(1_000)])
  expect(measure(await decodeBytes('tagged.mp3', Buffer.concat([tag, mp3]))).seconds).toBeGreaterThan(2.9)
})

test('skips an old tag after the sound', async () => {
  const tag = Buffer.from('TAG'.padEnd(128, ' '))
  expect(measure(await decodeBytes('tagged-behind.mp3', Buffer.concat([mp3, tag]))).seconds).toBeGreaterThan(2.9)
})

/** The first frame of an MP3 that states the number of frames, as most encoders write it. */
function frameStating(frames: number) {
  const frame = Buffer.alloc(1_044) // one frame at 320 kbit/s and 44.1 kHz
  mp3.copy(frame, 0, 0, 4)
  frame.writeUInt8(frame.readUInt8(2) & ~2, 2)
  frame.write('Xing', 36, 'latin1')
  frame.writeUInt32BE(1, 40)
  frame.writeUInt32BE(frames, 44)
  return frame
}

test('an MP3 shorter than it states is refused, one of the stated length is decoded', async () => {
  const frames = Math.round((3 * 44_100) / 1_152)
  expect(measure(await decodeBytes('stated.mp3', Buffer.concat([frameStating(frames), mp3]))).seconds).toBeGreaterThan(
    2.9,
  )
  const cut = Buffer.concat([frameStating(frames), mp3.subarray(0, mp3.length / 2)])
  await expect(decodeBytes('cut.mp3', cut)).rejects.toThrow(/shorter than it says/)
})

test.each([
  ['random', () => noiseBytes(50_000)],
  ['random behind a sync word', () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), noiseBytes(200_000)])],
  ['sound and then a program', () => Buffer.concat([mp3, noiseBytes(300_000)])],
  ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(500), 'latin1')],
  ['nothing', () => Buffer.alloc(0)],
])('refuses %s', async (name, bytes) => {
  await expect(decodeBytes(`${name}.bin`, bytes())).rejects.toThrow(MediaError)
})
