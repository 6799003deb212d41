import { writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { scratchFolder, sine } from '#test/sounds.ts'
import { MediaError } from './audio.ts'
import { TaskPool } from './pool.ts'
import { closeMedia, runMedia } from './run-media.ts'
import type { mediaTasks } from './tasks.ts'
import { writeWav } from './wav.ts'

const file = scratchFolder()
afterAll(closeMedia)

test('inspects a sound in one go', async () => {
  const source = await file('sound.wav')
  await writeWav(source, sine(220, 5))
  const [found] = await Promise.all([runMedia('inspect', { source }), runMedia('inspect', { source })])
  expect(found.durationMs).toBe(5_000)
  expect(found.loudness.peakDb).toBeCloseTo(-6, 1)
  expect(found.peaks.full).toHaveLength(600)
  expect(found.mini).toHaveLength(96)
  const target = await file('sound.mp3')
  await runMedia('mp3', { source, target, bitrate: 320 })
  expect((await runMedia('inspect', { source: target })).durationMs).toBeGreaterThan(4_900)
})

test("what is wrong with a file arrives as the file's fault", async () => {
  const source = await file('silent.wav')
  await writeWav(source, sine(220, 2, { level: 0 }))
  await expect(runMedia('inspect', { source })).rejects.toThrow(MediaError)
  const text = await file('text.mp3')
  await writeFile(text, 'no sound')
  await expect(runMedia('inspect', { source: text })).rejects.toThrow(/neither a WAV nor an MP3/)
  const missing = await runMedia('inspect', { source: await file('missing.wav') }).catch((error: unknown) => error)
  expect(missing).not.toBeInstanceOf(MediaError)
})

test('a task that takes too long is ended, and the next one runs', async () => {
  const source = await file('long.wav')
  await writeWav(source, sine(220, 120))
  const pool = new TaskPool<typeof mediaTasks>(new URL('./worker.ts', import.meta.url), { size: 1, timeoutMs: 60 })
  const target = await file('long.mp3')
  await expect(pool.run('mp3', { source, target, bitrate: 320 })).rejects.toThrow(/too long/)
  await expect(pool.run('mp3', { source, target, bitrate: 320 })).rejects.toThrow(/too long/)
  await pool.close()
  await expect(pool.run('inspect', { source })).rejects.toThrow(/closed/)
})
