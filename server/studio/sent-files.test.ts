import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { encodeMp3 } from '#server/media/encode.ts'
import { toWav } from '#server/media/wav.ts'
import { fileNamed } from '#test/archives.ts'
import { scratchFolder, sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

const scratch = scratchFolder()
const sound = () => sine(200 + Math.random() * 400, 6, { sampleRate: 22_050 })
const wavBytes = () => toWav(sound())
async function mp3Bytes() {
  const path = await scratch('beat.mp3')
  await encodeMp3([sound()], path, 128)
  return readFile(path)
}
async function zipBytes(names: string[]) {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from('sound'), name)
  zip.end()
  return buffer(zip.outputStream)
}

const hear = (id: string) => ann.call('GET /me/uploads/:id/heard', { params: { id } })
async function send(file: File, purpose: 'audio' | 'avatar' = 'audio') {
  const { id } = await ann.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })
  return id
}

const submit = (files: { audio?: File; stems?: File; project?: File }) =>
  ann.call('POST /beats/upload', {
    files: { audio: fileNamed('beat.wav', wavBytes()), ...files },
    body: {
      meta: { title: 'Night Bus', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses: [{ type: 'MP3', price: 20 }] },
    },
  })
async function expectRefused(files: Parameters<typeof submit>[0], fields: Record<string, string>) {
  await expect(submit(files)).rejects.toMatchObject({ status: 400, fields })
  expect((await ann.call('GET /me/beats', { query: {} })).totalItems).toBe(0)
}

test('an MP3 is no WAV master because of its name, and a WAV no MP3', async () => {
  await expectRefused(
    { audio: fileNamed('beat.wav', await mp3Bytes()) },
    { audio: 'This is an MP3 file, although its name says otherwise. Name it .mp3, or choose another.' },
  )
  await expectRefused(
    { audio: fileNamed('beat.mp3', wavBytes()) },
    { audio: 'This is a WAV file, although its name says otherwise. Name it .wav, or choose another.' },
  )
  await submit({ audio: fileNamed('beat.MP3', await mp3Bytes()) })
})

test('stems and project must be readable ZIP files with something in them', async () => {
  const zip = await zipBytes(['kick.wav', 'snare.wav'])
  const locked = Buffer.from(zip)
  const second = locked.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  locked.writeUInt16LE(locked.readUInt16LE(second + 8) | 1, second + 8)
  const noZip = 'This is no readable ZIP file.'
  for (const part of ['stems', 'project'] as const)
    for (const [bytes, fault] of [
      [Buffer.from('hello'), noZip],
      [Buffer.from('hello '.repeat(100)), noZip],
      [zip.subarray(0, -10), noZip],
      [Buffer.concat([zip.subarray(0, 40), zip.subarray(-22)]), noZip],
      [await zipBytes([]), 'This ZIP file is empty.'],
      [locked, 'This ZIP file is locked with a password.'],
    ] as const)
      await expectRefused({ [part]: fileNamed('parts.zip', bytes) }, { [part]: fault })
  await submit({ stems: fileNamed('stems.zip', zip), project: fileNamed('project.zip', await zipBytes(['beat.flp'])) })
})

test('a file is decoded once, however often and however quickly it is asked for', async () => {
  const id = await send(fileNamed('beat.wav', wavBytes()))
  const opened = vi.spyOn(world.app.storage, 'open')
  const all = await Promise.all(Array.from({ length: 6 }, () => hear(id)))
  expect(all.map(({ durationInSeconds }) => durationInSeconds)).toEqual([6, 6, 6, 6, 6, 6])
  expect(opened).toHaveBeenCalledOnce()
  opened.mockRestore()
})

test('a file that was refused is not decoded again for the same answer, until an hour has passed', async () => {
  const id = await send(fileNamed('beat.wav', toWav(sine(300, 2))))
  const refusal = { status: 400, fields: { audio: 'This file is shorter than 5 seconds.' } }
  await expect(hear(id)).rejects.toMatchObject(refusal)
  const opened = vi.spyOn(world.app.storage, 'open')
  await expect(hear(id)).rejects.toMatchObject(refusal)
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
  await world.app.db.updateTable('heardSound').set({ dueAt: world.app.clock.now() }).execute()
  await expect(hear(id)).rejects.toMatchObject(refusal)
})

test('a file longer than 15 minutes is refused', async () => {
  const long = toWav(sine(300, 15 * 60 + 1, { sampleRate: 8_000, channels: 1 }))
  const refusal = { status: 400, fields: { audio: 'This file is longer than 15 minutes.' } }
  await expect(hear(await send(fileNamed('mix.wav', long)))).rejects.toMatchObject(refusal)
})

test('only what was sent as a sound is decoded', async () => {
  const id = await send(new File(['no picture'], 'me.png'), 'avatar')
  const refusal = { status: 400, fields: { audio: 'This file was not sent as a sound.' } }
  await expect(hear(id)).rejects.toMatchObject(refusal)
})
