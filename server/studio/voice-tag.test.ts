import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectBlocks, cutBlock } from '#server/media/audio.ts'
import { Biquad } from '#server/media/biquad.ts'
import { decode } from '#server/media/decode.ts'
import { measure } from '#server/media/loudness.ts'
import { toWav } from '#server/media/wav.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { scratchFolder, sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
const scratch = scratchFolder()

const sound = (hz: number, seconds: number) => toWav(sine(hz, seconds, { sampleRate: 22_050, channels: 1 }))
const TAG = fileNamed('me.wav', sound(6_000, 1))
let hz = 100
/** Each has other bytes, and nothing above 300 Hz. */
const bass = (seconds = 8) => sound((hz += 7), seconds)

/** The levels of a part of a preview: above 4 kHz, where the music is not, and at the one tone of the tag. */
async function levelsOf(url: string | null, from: number, to: number) {
  const path = await scratch('preview.mp3')
  await writeFile(path, (await world.http.inject({ url: url! })).rawPayload)
  const whole = await collectBlocks(decode(path))
  const rate = whole.sampleRate
  const part = cutBlock(whole, from * rate, to * rate)
  const level = (filters: Biquad[]) =>
    measure({
      sampleRate: rate,
      channels: [filters.reduce((left, filter) => filter.run(left), part.channels[0]!.slice())],
    }).rmsDb
  return {
    high: level([1, 2, 3].map(() => new Biquad('highpass', 4_000, rate))),
    tone: level([new Biquad('bandpass', 6_000, rate, 20)]),
  }
}

/** The shop's own tag has many tones and noise. */
function expectTag({ high, tone }: Awaited<ReturnType<typeof levelsOf>>) {
  expect(high).toBeGreaterThan(-20)
  expect(Math.abs(high - tone)).toBeLessThan(2)
}

const licenses = [{ type: 'MP3' as const, price: 20 }]
type Seller = Awaited<ReturnType<World['signUp']>>

async function previewOfBeat(ann: Seller, over: object = {}) {
  const meta = { title: 'Low', bpm: 140, genre: 'Drill', tags: 'low', licenses, ...over }
  const { id } = await ann.call('POST /beats/upload', {
    files: { audio: fileNamed('low.wav', bass()) },
    body: { meta },
  })
  await world.work()
  return (await ann.call('GET /me/beats/:id', { params: { id } })).previewUrl
}

test('the previews of beats, of tracks and of samples carry the tag of their seller, unless they carry none', async () => {
  const ann = await world.signUp()
  expect(await ann.call('GET /me/voice-tag')).toEqual({ tag: null })
  const { tag } = await ann.call('POST /me/voice-tag', { files: { tag: TAG } })
  expect(tag?.durationInSeconds).toBeCloseTo(1, 2)
  const own = await previewOfBeat(ann)
  const none = await previewOfBeat(ann, { hasTag: false })
  const at = [2.2, 2.8] as const
  expectTag(await levelsOf(own, ...at))
  expect((await levelsOf(own, 0.5, 1.5)).high).toBeLessThan(-50)
  expect((await levelsOf(none, ...at)).high).toBeLessThan(-50)

  const pack = await ann.call('POST /packs/upload', {
    files: { zip: fileNamed('p.zip', zipOf([{ name: 'a.wav', content: bass() }])) },
    body: { meta: { name: 'Lows', description: 'Low.', tags: 'low', licenses } },
  })
  const kit = await ann.call('POST /kits/upload', {
    files: { zip: fileNamed('k.zip', zipOf([{ name: 'a.wav', content: bass(2) }])) },
    body: { meta: { name: 'Lows', type: 'Drum Kit', description: 'Low.', tags: 'low', price: 5 } },
  })
  await world.work()
  const [track] = await ann.call('GET /me/packs/:id/contents', { params: { id: pack.id } })
  const { files } = await ann.call('GET /me/kits/:id/contents', { params: { id: kit.id } })
  expectTag(await levelsOf(track!.previewUrl, ...at))
  expectTag(await levelsOf(files[0]!.previewUrl, 0.2, 0.8))
})

test('a tag is heard by its owner alone, is replaced and removed, and its file goes', async () => {
  const [ann, eve] = [await world.signUp(), await world.signUp()]
  const files = () => world.app.db.selectFrom('voiceTag').where('accountId', '=', ann.id).select('storageKey').execute()
  const { tag } = await ann.call('POST /me/voice-tag', { files: { tag: TAG } })
  expect((await world.http.inject({ url: tag!.url })).statusCode).toBe(200)
  const stolen = tag!.url.replaceAll(String(ann.id), String(eve.id))
  expect((await world.http.inject({ url: stolen })).statusCode).toBe(403)
  const [{ storageKey: first } = { storageKey: '' }] = await files()
  await ann.call('POST /me/voice-tag', { files: { tag: fileNamed('again.wav', sound(5_000, 2)) } })
  expect(await files()).toHaveLength(1)
  await ann.call('DELETE /me/voice-tag')
  const several = [2_000, 3_000, 4_000].map((tone) => fileNamed('tag.wav', sound(tone, 1)))
  await Promise.all(several.map((one) => ann.call('POST /me/voice-tag', { files: { tag: one } })))
  expect(await files()).toHaveLength(1)
  expect(await ann.call('DELETE /me/voice-tag')).toEqual({ tag: null })
  expect(await files()).toEqual([])
  await world.sweepFiles()
  expect(await world.app.storage.open(first)).toBeNull()
  expect((await world.http.inject({ url: tag!.url })).statusCode).toBe(403)
})

test('a tag that is long, silent or no sound is refused, and the present one stays', async () => {
  const ann = await world.signUp()
  await ann.call('POST /me/voice-tag', { files: { tag: TAG } })
  for (const [name, bytes, reason] of [
    ['long.wav', sound(400, 6), 'A voice tag lasts 5 seconds at most.'],
    ['longer.wav', sound(400, 61), 'This file is longer than a minute.'],
    ['silent.wav', toWav(sine(400, 1, { level: 0 })), 'This file is silent.'],
    ['short.wav', sound(400, 0.1), 'This is too short to be heard.'],
    ['page.wav', Buffer.from('<!doctype html>'), 'This is neither a WAV nor an MP3 file.'],
    ['other.mp3', sound(400, 1), /although its name says otherwise/],
  ] as const) {
    const refusal = { status: 400, fields: { tag: expect.stringMatching(reason) as string } }
    await expect(
      ann.call('POST /me/voice-tag', { files: { tag: fileNamed(name, bytes) } }),
      name,
    ).rejects.toMatchObject(refusal)
  }
  expect((await ann.call('GET /me/voice-tag')).tag?.durationInSeconds).toBeCloseTo(1, 2)
})
