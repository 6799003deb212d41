import { writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { newPicture } from '#test/pictures.ts'
import { noiseBytes, scratchFolder, sine } from '#test/sounds.ts'
import { MediaError } from './audio.ts'
import { closeMedia, runPicture, runSound } from './run-media.ts'
import { inspectBlocks } from './sound-tasks.ts'
import { toWav, writeWav } from './wav.ts'

const file = scratchFolder()
afterAll(closeMedia)

test('a sound is inspected, encoded and inspected again', async () => {
  const source = await file('sound.wav')
  await writeWav(source, sine(220, 5))
  const [found] = await Promise.all([runSound('inspect', { source }), runSound('inspect', { source })])
  expect(found.durationMs).toBe(5_000)
  expect(found.loudness.peakDb).toBeCloseTo(-6, 1)
  expect(found.peaks.full).toHaveLength(600)
  expect(found.mini).toHaveLength(96)
  const target = await file('sound.mp3')
  await runSound('mp3', { source, target, bitrate: 320, names: { title: 'Night Bus', artist: 'ann' } })
  expect((await runSound('inspect', { source: target })).durationMs).toBe(5_000)
})

test('a preview job may read the producer’s tag', async () => {
  const [source, tag, target] = [await file('beat.wav'), await file('tag.wav'), await file('preview.mp3')]
  await writeWav(source, sine(220, 5))
  await writeWav(tag, sine(880, 0.5))
  await runSound('preview', { source, tag, target })
  expect((await runSound('inspect', { source: target })).durationMs).toBeGreaterThan(4_900)
})

test('one account’s many pictures do not hold up the picture of another', async () => {
  const image = new Uint8Array(await (await newPicture('a.png')).arrayBuffer())
  const ended: number[] = []
  const sizes = [{ width: 8, height: 8 }]
  const run = async (account: number) => {
    await runPicture('picture', { image, sizes }, account)
    ended.push(account)
  }
  await Promise.all([...Array.from({ length: 8 }, () => run(1)), run(2)])
  expect(ended.indexOf(2)).toBeLessThan(6)
})

test('a fault of the file differs from a fault of the server', async () => {
  const source = await file('silent.wav')
  await writeWav(source, sine(220, 2, { level: 0 }))
  await expect(runSound('inspect', { source })).rejects.toThrow(MediaError)
  const text = await file('text.mp3')
  await writeFile(text, 'no sound')
  await expect(runSound('inspect', { source: text })).rejects.toThrow(/neither a WAV nor an MP3/)
  const missing = await runSound('inspect', { source: await file('missing.wav') }).catch((error: unknown) => error)
  expect(missing).not.toBeInstanceOf(MediaError)
})

test('a sound that is too long is read no further', async () => {
  let minutes = 0
  function* endless() {
    for (; minutes < 100; minutes++) yield sine(220, 60, { sampleRate: 8_000, channels: 1 })
  }
  await expect(inspectBlocks(endless(), 3)).rejects.toThrow('This file is longer than 3 minutes.')
  expect(minutes).toBe(3)
})

test('hostile files are refused while a good one is read', async () => {
  const honest = await file('honest.wav')
  await writeWav(honest, sine(220, 3))
  const lying = toWav(sine(220, 1))
  lying.writeUInt32LE(0xffff_fff0, 40) // the length of its sound
  const wide = toWav(sine(220, 1))
  wide.writeUInt16LE(65_535, 22) // channels
  const program = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), noiseBytes(200_000)])
  const refused = Object.entries({ 'lying.wav': lying, 'wide.wav': wide, 'program.mp3': program }).map(
    async ([name, bytes]) => {
      const source = await file(name)
      await writeFile(source, bytes)
      await expect(runSound('inspect', { source }), name).rejects.toThrow(MediaError)
    },
  )
  expect((await runSound('inspect', { source: honest })).durationMs).toBe(3_000)
  await Promise.all(refused)
})
