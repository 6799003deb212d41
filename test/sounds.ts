import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { AudioBlock } from '#server/media/audio.ts'
import { toWav } from '#server/media/wav.ts'

export function sine(
  frequency: number,
  seconds: number,
  { sampleRate = 44_100, level = 0.5, channels = 2 } = {},
): AudioBlock {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => level * Math.sin((2 * Math.PI * frequency * i) / sampleRate),
  )
  return { sampleRate, channels: Array.from({ length: channels }, () => samples.slice()) }
}

/** White noise, the same every time. */
export function noise(count: number): Float32Array<ArrayBuffer> {
  let state = 1
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
}

export const noiseBytes = (count: number) => Buffer.from(noise(count).map((value) => Math.floor((value + 1) * 128)))

let made = 0
/** A WAV that no other call gives. */
export const newWav = (seconds = 6) => toWav(sine(200 + ++made, seconds, { sampleRate: 11_025 }))

/** Gives paths in a new folder, which is removed after the tests of the file. */
export function scratchFolder() {
  const folder = mkdtemp(join(tmpdir(), 'slide-media-'))
  afterAll(async () => rm(await folder, { recursive: true, force: true }))
  return async (name: string) => join(await folder, name)
}
