import { deflateRawSync, deflateSync, gzipSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeMp3 } from '#server/media/encode.ts'
import { toWav } from '#server/media/wav.ts'
import { fileNamed, zipOf, type ZipEntry } from '#test/archives.ts'
import { hostileWorld } from '#test/hostile.ts'
import { noiseBytes, scratchFolder, sine } from '#test/sounds.ts'
import { readFile } from 'node:fs/promises'

let trap: Awaited<ReturnType<typeof hostileWorld>>
beforeAll(async () => {
  trap = await hostileWorld()
})
afterAll(() => trap.world.close())
const scratch = scratchFolder()

/** Sends all of them, works, and compares the reasons. What was sent for a failed item stays until it is deleted. */
async function expectReasons(cases: [send: () => Promise<{ id: number }>, reason: string][]) {
  const before = new Set(await trap.filesOf())
  const ids: number[] = []
  for (const [send] of cases) ids.push((await send()).id)
  const sent = (await trap.filesOf()).filter((name) => !before.has(name))
  await trap.world.work()
  const { rows } = await trap.statesOf(ids)
  expect(rows).toEqual(cases.map(([, reason]) => ({ status: 'failed', reason })))
  await trap.world.sweepFiles()
  const left = (await trap.filesOf()).filter((name) => !before.has(name) && !sent.includes(name))
  expect(left).toEqual([])
}

const packOf = (entry: ZipEntry) => () => trap.sendPack(zipOf([entry]))
const noteOf = (entry: ZipEntry) => () => trap.sendPack(zipOf([{ name: 'ok.wav' }, entry]))
const kitOf = (entry: ZipEntry) => () => trap.sendKit(zipOf([{ name: 'ok.mid', content: 'MThd....' }, entry]))
const wav = toWav(sine(300, 6, { sampleRate: 8_000, channels: 1 }))
const HALF = 'This WAV file is cut off: it ends before its sound does.'
const NO_SOUND = 'This is neither a WAV nor an MP3 file.'
const header = (bytes: number, channels = 1, rate = 8_000, bits = 16) => {
  const head = Buffer.from(wav.subarray(0, 44))
  head.writeUInt32LE(bytes, 40)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt16LE(bits, 34)
  return head
}
const DRESSED = 'This is a program, a page or an archive, although its name says otherwise.'
const SCRIPT = '#!/bin/sh\nrm -rf /\n'
const PLAYLIST = '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'
const PAGE = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test('archives whose files lie about their bytes are refused with the name of the file', () =>
  expectReasons([
    [packOf({ name: 'a.wav', content: wav, crc: 1 }), 'a.wav is damaged in this ZIP file.'],
    [
      packOf({ name: 'a.wav', content: wav, isDeflated: true, bytes: 5_000 }),
      'a.wav is larger than the ZIP file says.',
    ],
    [packOf({ name: 'a.wav', content: wav, isDeflated: true, bytes: 500_000 }), 'a.wav is damaged in this ZIP file.'],
    [packOf({ name: 'a.wav', content: noiseBytes(5_000), method: 8 }), 'a.wav is damaged in this ZIP file.'],
    [
      packOf({
        name: 'a.wav',
        content: Buffer.concat([deflateRawSync(wav), Buffer.from('hidden')]),
        method: 8,
        bytes: wav.length,
        crc: crc32(wav),
      }),
      'a.wav is damaged in this ZIP file.',
    ],
    [
      // says 1 MB, and would unpack to 64
      packOf({
        name: 'a.wav',
        content: deflateRawSync(Buffer.alloc(64 * 1024 * 1024)),
        method: 8,
        bytes: 1024 * 1024,
      }),
      'a.wav is larger than the ZIP file says.',
    ],
    [kitOf({ name: 'a.mid', content: 'MThd', crc: 1 }), 'a.mid is damaged in this ZIP file.'],
  ]))

test('tracks of packs that are no sound are refused with their names', async () => {
  const path = await scratch('tone.mp3')
  await encodeMp3([sine(300, 6, { sampleRate: 22_050 })], path, 128)
  const mp3 = await readFile(path)
  await expectReasons([
    [packOf({ name: 'script.wav', content: SCRIPT }), `script.wav: ${NO_SOUND}`],
    [packOf({ name: 'list.mp3', content: PLAYLIST }), `list.mp3: ${NO_SOUND}`],
    [packOf({ name: 'page.mp3', content: PAGE }), `page.mp3: ${NO_SOUND}`],
    [packOf({ name: 'picture.wav', content: SVG }), `picture.wav: ${NO_SOUND}`],
    [packOf({ name: 'elf.wav', content: '\x7fELF\x02\x01' }), `elf.wav: ${NO_SOUND}`],
    [packOf({ name: 'nested.wav', content: zipOf([{ name: 'a.wav' }]) }), `nested.wav: ${NO_SOUND}`],
    [packOf({ name: 'empty.wav', content: '' }), `empty.wav: ${NO_SOUND}`],
    [packOf({ name: 'half.wav', content: wav.subarray(0, wav.length / 2) }), `half.wav: ${HALF}`],
    [packOf({ name: 'long.wav', content: Buffer.concat([header(0xfffffff0), Buffer.alloc(99)]) }), `long.wav: ${HALF}`],
    [noteOf({ name: 'cover.jpg', content: '\x7fELF' }), 'cover.jpg: This is no .jpg file, although its name says so.'],
    [noteOf({ name: 'readme.txt', content: zipOf([{ name: 'a.wav' }]) }), `readme.txt: ${DRESSED}`],
    [noteOf({ name: 'terms.txt', content: PAGE }), `terms.txt: ${DRESSED}`],
    [noteOf({ name: 'notes.txt', content: 'x', crc: 1 }), 'notes.txt is damaged in this ZIP file.'],
    [
      packOf({ name: 'other.mp3', content: wav }),
      'other.mp3: This is a WAV file, although its name says otherwise. Name it .wav, or choose another.',
    ],
    [
      packOf({ name: 'other.wav', content: mp3 }),
      'other.wav: This is an MP3 file, although its name says otherwise. Name it .mp3, or choose another.',
    ],
    [
      packOf({ name: 'tail.mp3', content: Buffer.concat([mp3, noiseBytes(20_000)]) }),
      'tail.mp3: This MP3 file is damaged.',
    ],
    [
      packOf({ name: 'silent.wav', content: Buffer.concat([header(96_000), Buffer.alloc(96_000)]) }),
      'silent.wav: This file is silent.',
    ],
    [
      packOf({ name: 'none.wav', content: Buffer.concat([header(96_000, 0), Buffer.alloc(96_000)]) }),
      "none.wav: A WAV file with 0 channels can't be used.",
    ],
  ])
})

test('files of kits that are not what their names say are refused with their names', () => {
  return expectReasons([
    [kitOf({ name: 'a.aif', content: PAGE }), 'a.aif: This is no .aif file, although its name says so.'],
    [kitOf({ name: 'a.flac', content: SCRIPT }), 'a.flac: This is no .flac file, although its name says so.'],
    [kitOf({ name: 'a.mid', content: PAGE }), 'a.mid: This is no .mid file, although its name says so.'],
    [kitOf({ name: 'a.pdf', content: PAGE }), 'a.pdf: This is no .pdf file, although its name says so.'],
    [kitOf({ name: 'a.png', content: SVG }), 'a.png: This is no .png file, although its name says so.'],
    [kitOf({ name: 'a.fxp', content: 'MZ\x90' }), `a.fxp: ${DRESSED}`],
    [kitOf({ name: 'b.fxp', content: '\x7fELF' }), `b.fxp: ${DRESSED}`],
    [kitOf({ name: 'c.fxp', content: gzipSync('tar') }), `c.fxp: ${DRESSED}`],
    [kitOf({ name: 'a.txt', content: PAGE }), `a.txt: ${DRESSED}`],
    [kitOf({ name: 'b.txt', content: SCRIPT }), `b.txt: ${DRESSED}`],
    [kitOf({ name: 'c.txt', content: zipOf([{ name: 'x' }]) }), `c.txt: ${DRESSED}`],
    [
      kitOf({ name: 'a.jpg', content: `\xff\xd8\xff${SVG}` }),
      'a.jpg: This is no .jpg file, although its name says so.',
    ],
    [kitOf({ name: 'Hits/kick.wav', content: PLAYLIST }), `Hits/kick.wav: ${NO_SOUND}`],
    [kitOf({ name: 'Hits/half.wav', content: wav.subarray(0, 3_000) }), `Hits/half.wav: ${HALF}`],
  ])
})

test('beats that are no beat are refused', async () => {
  const audio = (name: string, bytes: Buffer | string) => () => trap.sendBeat({ audio: fileNamed(name, bytes) })
  await expectReasons([
    [audio('beat.wav', PAGE), NO_SOUND],
    [audio('beat.mp3', PLAYLIST), NO_SOUND],
    [audio('half.wav', wav.subarray(0, wav.length / 3)), HALF],
    [
      audio('hour.wav', Buffer.concat([header(8_000 * 3_600, 1, 8_000, 16), Buffer.alloc(8_000 * 3_600)])),
      'This file is longer than 15 minutes.',
    ],
    [
      audio('bits.wav', Buffer.concat([header(9_000, 1, 8_000, 7), Buffer.alloc(9_000)])),
      'WAV files must have 16, 24 or 32 bits; this one is of type 1 with 7.',
    ],
    [audio('rate.wav', Buffer.concat([header(9_000, 1, 1), Buffer.alloc(9_000)])), '1 Hz is not a usable sample rate.'],
  ])
  const before = await trap.filesOf()
  for (const [files, over, refusal] of [
    [{ audio: fileNamed('beat.exe', 'MZ') }, {}, { status: 415, error: 'wrong_file_type' }],
    [{ audio: fileNamed('beat.wav.html', PAGE) }, {}, { status: 415 }],
    [{ audio: fileNamed('beat.wav', '') }, {}, { status: 400, fields: { audio: 'The file is empty.' } }],
    [{ audio: fileNamed('beat.wav', wav), cover: fileNamed('c.svg', SVG) }, {}, { status: 415 }],
    [{ audio: fileNamed('beat.wav', wav) }, { bpm: 0 }, { fields: { 'meta.bpm': 'A tempo is 30 to 300.' } }],
    [{ audio: fileNamed('beat.wav', wav) }, { bpm: 301 }, { fields: { 'meta.bpm': 'A tempo is 30 to 300.' } }],
    [{ audio: fileNamed('beat.wav', wav) }, { bpm: 'fast' }, { status: 400 }],
    [{ audio: fileNamed('beat.wav', wav) }, { bpm: 140.5 }, { status: 400 }],
    [{ audio: fileNamed('beat.mp3', wav) }, {}, { status: 400 }],
  ] as const)
    await expect(trap.sendBeat(files, over)).rejects.toMatchObject(refusal)
  expect(await trap.filesOf()).toEqual(before)
})

/** A PNG that says that it is as large as a wall. */
function pixelBomb(side: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  const rows = deflateSync(Buffer.alloc(1024 * 1024))
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([png, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const midi = zipOf([{ name: 'ok.mid', content: 'MThd....' }])
const picture = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer()

test('covers that are no picture, or a bomb of one, are refused before anything is made', async () => {
  const before = await trap.filesOf()
  const NO_PICTURE = 'Choose a JPEG, PNG or WebP picture.'
  const DAMAGED = 'This picture is damaged or too large.'
  const covers: [name: string, bytes: Buffer | string, reason: string][] = [
    ['svg.png', SVG, NO_PICTURE],
    ['page.jpg', PAGE, NO_PICTURE],
    ['script.webp', SCRIPT, NO_PICTURE],
    ['gif.png', 'GIF89a\x01\0\x01\0', NO_PICTURE],
    ['zip.jpg', midi, NO_PICTURE],
    ['wav.webp', wav, NO_PICTURE],
    ['bomb.png', pixelBomb(30_000), DAMAGED],
    ['half.jpg', (await picture()).subarray(0, 300), DAMAGED],
    ['head.png', Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), DAMAGED],
  ]
  for (const [name, bytes, reason] of covers) {
    const refusal = { status: 400, fields: { cover: reason } }
    await expect(trap.sendKit(midi, { cover: fileNamed(name, bytes) }), name).rejects.toMatchObject(refusal)
  }
  const beat = { audio: fileNamed('beat.wav', wav), cover: fileNamed('svg.png', SVG) }
  await expect(trap.sendBeat(beat)).rejects.toMatchObject({ status: 400, fields: { cover: NO_PICTURE } })
  expect(await trap.filesOf()).toEqual(before)
})

test('a picture with a page and an archive behind it becomes a plain picture', async () => {
  const polyglot = Buffer.concat([await picture(), Buffer.from(PAGE), midi])
  const { id } = await trap.sendKit(midi, { cover: fileNamed('cover.jpg', polyglot) })
  await trap.world.work()
  const { coverUrl } = await trap.eve.call('GET /me/kits/:id', { params: { id } })
  const { headers, rawPayload } = await trap.world.http.inject({ url: coverUrl! })
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  for (const hidden of ['script', 'PK\x03\x04']) expect(rawPayload.includes(hidden)).toBe(false)
})
