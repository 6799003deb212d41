import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder, sine } from '#test/sounds.ts'
import { collectBlocks, type AudioBlock } from './audio.ts'
import { measure } from './loudness.ts'
import { readWav, toWav } from './wav.ts'

const file = scratchFolder()
const sound = sine(440, 0.5)

async function read(name: string, bytes: Buffer) {
  const path = await file(name)
  await writeFile(path, bytes)
  return collectBlocks(readWav(path))
}

/** A WAV of any format, as other programs write it. */
function wavOf(code: number, bits: number, samples: Buffer, { extensible = false } = {}) {
  const format = Buffer.alloc(extensible ? 40 : 16)
  format.writeUInt16LE(extensible ? 0xfffe : code, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(44_100, 4)
  format.writeUInt32LE((44_100 * bits) / 8, 8)
  format.writeUInt16LE(bits / 8, 12)
  format.writeUInt16LE(bits, 14)
  if (extensible) {
    format.writeUInt16LE(22, 16)
    format.writeUInt16LE(code, 24)
  }
  const chunk = (id: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const body = Buffer.concat([chunk('LIST', Buffer.from('odd')), chunk('fmt ', format), chunk('data', samples)])
  const head = Buffer.from('RIFF0000WAVE')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function closeTo(a: AudioBlock, b: AudioBlock, tolerance: number) {
  const [x, y] = [a.channels[0]!, b.channels[0]!]
  return x.length === y.length && x.every((sample, i) => Math.abs(sample - y[i]!) <= tolerance)
}

test('reads a WAV that it wrote', async () => {
  const copy = await read('round.wav', toWav(sound))
  expect(copy.sampleRate).toBe(44_100)
  expect(copy.channels).toHaveLength(2)
  expect(closeTo(copy, sound, 1 / 32_000)).toBe(true)
  expect(measure(copy).peakDb).toBeCloseTo(-6.02, 1)
})

test.each([
  ['24 bits', 1, 24, 3, (b: Buffer, v: number, at: number) => b.writeIntLE(Math.round(v * 8_388_607), at, 3), false],
  ['32 bits', 1, 32, 4, (b: Buffer, v: number, at: number) => b.writeInt32LE(Math.round(v * 2_147_483_647), at), false],
  ['float', 3, 32, 4, (b: Buffer, v: number, at: number) => b.writeFloatLE(v, at), false],
  [
    'extensible 24',
    1,
    24,
    3,
    (b: Buffer, v: number, at: number) => b.writeIntLE(Math.round(v * 8_388_607), at, 3),
    true,
  ],
] as const)('reads %s', async (name, code, bits, bytes, write, extensible) => {
  const samples = sound.channels[0]!
  const buffer = Buffer.alloc(samples.length * bytes)
  samples.forEach((value, i) => write(buffer, value, i * bytes))
  const copy = await read(`${name}.wav`, wavOf(code, bits, buffer, { extensible }))
  expect(closeTo(copy, sound, 1e-6)).toBe(true)
})

test('NaN and infinite samples are read as silence', async () => {
  const buffer = Buffer.alloc(8)
  buffer.writeFloatLE(NaN, 0)
  buffer.writeFloatLE(Infinity, 4)
  expect(Array.from((await read('nan.wav', wavOf(3, 32, buffer))).channels[0]!)).toEqual([0, 0])
})

const whole = toWav(sound)
const patched = (at: number, value: number) => {
  const copy = Buffer.from(whole)
  copy.writeUInt16LE(value, at)
  return copy
}
test.each([
  ['empty', Buffer.alloc(0), /not a WAV/],
  ['text', Buffer.from('hello, this is no sound at all'), /not a WAV/],
  ['cut off', whole.subarray(0, 10_000), /cut off/],
  ['header only', whole.subarray(0, 30), /cut off|no sound/],
  ['no data chunk', whole.subarray(0, 36), /no sound/],
  ['data first', Buffer.concat([whole.subarray(0, 12), whole.subarray(36)]), /before its format/],
  ['8 bits', wavOf(1, 8, Buffer.alloc(100)), /16, 24 or 32 bits/],
  ['no channels', patched(22, 0), /0 channels/],
  ['short format', patched(16, 4), /damaged/],
  ['nothing but chunks', Buffer.concat([whole.subarray(0, 12), Buffer.alloc(80_000)]), /no sound/],
])('refuses a file that is %s', async (name, bytes, message) => {
  await expect(read(`bad ${name}.wav`, bytes)).rejects.toThrow(message)
})
