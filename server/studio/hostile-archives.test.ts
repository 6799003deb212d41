import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fileNamed, zipOf, type ZipEntry } from '#test/archives.ts'
import { hostileWorld } from '#test/hostile.ts'

let trap: Awaited<ReturnType<typeof hostileWorld>>
beforeAll(async () => {
  trap = await hostileWorld()
})
afterAll(() => trap.world.close())
afterEach(() => trap.expectNothingLeft())

const named = (name: string | Buffer) => zipOf([{ name }])
const one = (entry: Partial<ZipEntry>) => zipOf([{ name: 'a.wav', ...entry }])
const plain = zipOf([{ name: 'a.wav' }, { name: 'b.wav' }])
const NO_ZIP = 'This is no readable ZIP file.'
const LOCKED = 'This ZIP file is locked with a password.'
const TWO_THINGS = 'This ZIP file says two different things about a file: a.wav'
const LINK = 'a.wav is a link or a special file. Pack the file itself.'
const FEW_PROGRAMS = 'a.wav is packed in a way that few programs can read.'
const name = (why: string, shown: string) => `The name of a file in this ZIP ${why}: ${shown}`

const field64 = (...numbers: bigint[]) => {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  numbers.forEach((number, index) => field.writeBigUInt64LE(number, 4 + index * 8))
  return field
}
function unicodePath(path: string) {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + path.length, 2)
  return Buffer.concat([field, Buffer.from(path)])
}
/** The second file lies inside the first. */
function quoted() {
  const inner = zipOf([{ name: 'b.wav', content: 'y' }])
  const outer = { name: 'a.wav', content: inner.subarray(0, 36) }
  return zipOf([outer, { name: 'b.wav', content: 'y', at: 35, isListedOnly: true }])
}
const garbage = randomBytes(1024 * 1024)
const MB = 1024 * 1024

const places: [string, Buffer, string][] = [
  ['climbs out', named('../../evil.wav'), name('leads out of its folder', '../../evil.wav')],
  ['climbs out later', named('a/../../evil.wav'), name('leads out of its folder', 'a/../../evil.wav')],
  ['points at itself', named('./a.wav'), name('leads out of its folder', './a.wav')],
  ['is absolute', named('/etc/evil.wav'), name('starts at the root of a disk', '/etc/evil.wav')],
  ['names a drive', named('C:/evil.wav'), name('starts at the root of a disk', 'C:/evil.wav')],
  ['names a drive without a slash', named('c:evil.wav'), name('starts at the root of a disk', 'c:evil.wav')],
  ['has backslashes', named('..\\..\\evil.wav'), name('has a backslash', '..\\..\\evil.wav')],
  ['has an empty part', named('a//b.wav'), name('has an empty part', 'a//b.wav')],
  ['is empty', named(''), name('has an empty part', '')],
  ['has a NUL', named('a.wav\0.exe'), name('has characters that can’t be seen', 'a.wav?.exe')],
  ['has a line break', named('a\nb.wav'), name('has characters that can’t be seen', 'a?b.wav')],
  ['turns the direction', named('a\u202evaw.exe'), name('has characters that can’t be seen', 'a?vaw.exe')],
  ['has a blank of no width', named('a\u200b.wav'), name('has characters that can’t be seen', 'a?.wav')],
  ['has a soft hyphen', named('a\u00ad.wav'), name('has characters that can’t be seen', 'a?.wav')],
  ['has an Arabic mark', named('a\u061c.wav'), name('has characters that can’t be seen', 'a?.wav')],
  ['hides letters as tags', named('a\u{e0065}.wav'), name('has characters that can’t be seen', 'a?.wav')],
  [
    'is not UTF-8',
    named(Buffer.from([0xff, 0xfe, 0x2e, 0x77, 0x61, 0x76])),
    'A file in this ZIP has a name that is not in UTF-8. Pack it anew with another program.',
  ],
  [
    'is in Latin 1',
    named(Buffer.from('M\xfcller.wav', 'latin1')),
    'A file in this ZIP has a name that is not in UTF-8. Pack it anew with another program.',
  ],
  ['is too long', named(`${'a'.repeat(300)}.wav`), name('is too long', `…${'a'.repeat(75)}.wav`)],
  ['is too deep', named(`${'d/'.repeat(20)}a.wav`), name('is too long', `${'d/'.repeat(20)}a.wav`)],
  ['is given twice', one({ extra: unicodePath('b.exe') }), name('is given twice and differs', 'a.wav')],
]
test.each(places)('a path that %s is refused', refused)

const large = { bytes: 0xffffffff, packedBytes: 0xffffffff }
const files: [string, Buffer, string][] = [
  ['a symbolic link', one({ attributes: 0xa1ff }), LINK],
  ['a pipe', one({ attributes: 0x1180 }), LINK],
  ['a device', one({ attributes: 0x6180 }), LINK],
  ['a socket', one({ attributes: 0xc180 }), LINK],
  ['a folder that is a file', one({ attributes: 0x41ed }), LINK],
  ['a folder with content', zipOf([{ name: 'a/', content: 'x' }]), 'a/ is a folder with content of its own.'],
  ['an encrypted file', one({ flags: 1 }), LOCKED],
  ['a strongly encrypted file', one({ flags: 0x41 }), LOCKED],
  ['a file with hidden headers', one({ flags: 0x2000 }), LOCKED],
  ['a file encrypted with AES', one({ method: 99 }), FEW_PROGRAMS],
  ['a file packed with bzip2', one({ method: 12 }), FEW_PROGRAMS],
  ['a file packed with LZMA', one({ method: 14 }), FEW_PROGRAMS],
  ['a file packed with Zstandard', one({ method: 93 }), FEW_PROGRAMS],
  ['a stored file of two sizes', one({ bytes: 5, local: { bytes: 5 } }), 'a.wav has two different sizes.'],
  ['one name twice', zipOf([{ name: 'a.wav' }, { name: 'a.wav' }]), 'This ZIP file has two files of one name: a.wav'],
  [
    'one name in two cases',
    zipOf([{ name: 'a.wav' }, { name: 'A.WAV' }]),
    'This ZIP file has two files of one name: A.WAV',
  ],
  [
    'one name with two accents',
    zipOf([{ name: 'é.wav' }, { name: 'e\u0301.wav' }]),
    'This ZIP file has two files of one name: e\u0301.wav',
  ],
  [
    'a file and a folder of one name',
    zipOf([{ name: 'a' }, { name: 'A/b.wav' }]),
    'This ZIP file has a file and a folder of one name: a',
  ],
  ['another name before the file', one({ local: { name: 'b.exe' } }), TWO_THINGS],
  ['another method before the file', one({ local: { method: 8 } }), TWO_THINGS],
  ['another size before the file', one({ local: { bytes: 500 } }), TWO_THINGS],
  ['another large size before the file', one({ local: { ...large, extra: field64(500n, 1n) } }), TWO_THINGS],
  ['another large packed size before the file', one({ local: { ...large, extra: field64(1n, 500n) } }), TWO_THINGS],
  ['a large size before the file that is not there', one({ local: large }), TWO_THINGS],
  ['a lock before the file alone', one({ local: { flags: 1 } }), TWO_THINGS],
  ['no header before the file', one({ local: { signature: 0 } }), NO_ZIP],
]
test.each(files)('an archive with %s is refused', refused)

const bombs: [string, Buffer, string][] = [
  [
    'of zeros',
    one({ content: Buffer.alloc(4 * MB), isDeflated: true }),
    'This ZIP file would unpack to far more than it is.',
  ],
  ['that says so itself', one({ bytes: 0xfffffff, method: 8 }), 'a.wav is larger than 200 MB.'],
  ['of one large file', one({ content: garbage, bytes: 201 * MB, method: 8 }), 'a.wav is larger than 200 MB.'],
  [
    'of many large files',
    zipOf(Array.from({ length: 12 }, (_, n) => ({ name: `${n}.wav`, content: garbage, bytes: 190 * MB, method: 8 }))),
    'This ZIP file would unpack to more than 2000 MB.',
  ],
  ['that quotes its files', quoted(), 'Files of this ZIP share the same bytes.'],
  [
    'of many files',
    zipOf(Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}.wav` }))),
    'This ZIP file has too many files: 1,000 are allowed.',
  ],
  ['that counts higher than it lists', zipOf([{ name: 'a.wav' }], { count: 900 }), NO_ZIP],
  ['with numbers beyond all', one({ bytes: 0xffffffff, extra: field64(2n ** 60n) }), NO_ZIP],
  ['without its larger numbers', one({ bytes: 0xffffffff }), NO_ZIP],
]
test.each(bombs)('a bomb %s is refused', refused)

const shapes: [string, Buffer, string][] = [
  ['a text', Buffer.from('hello '.repeat(100)), NO_ZIP],
  ['a short text', Buffer.from('hello'), NO_ZIP],
  ['a WAV', Buffer.from(`RIFF1234WAVE${'x'.repeat(500)}`), NO_ZIP],
  ['an archive without its end', plain.subarray(0, -10), NO_ZIP],
  ['an archive without its middle', Buffer.concat([plain.subarray(0, 30), plain.subarray(-22)]), NO_ZIP],
  ['a program before an archive', Buffer.concat([Buffer.from('MZ program'), plain]), NO_ZIP],
  [
    'a program in an archive’s first bytes',
    zipOf([{ name: 'a.wav' }], { before: Buffer.from('MZ program') }),
    'This ZIP file holds something that its list does not name.',
  ],
  ['two archives', Buffer.concat([plain, named('../b.wav')]), NO_ZIP],
  ['an archive in the comment', zipOf([{ name: 'a.wav' }], { comment: plain }), NO_ZIP],
  ['a list that counts too few', zipOf([{ name: 'a.wav' }, { name: 'b.wav' }], { count: 1 }), NO_ZIP],
  ['a list that counts too many', zipOf([{ name: 'a.wav' }], { count: 2 }), NO_ZIP],
  ['something after the list', zipOf([{ name: 'a.wav' }], { betweenListAndEnd: Buffer.from('hidden') }), NO_ZIP],
  [
    'something between files',
    zipOf([{ name: 'a.wav', after: Buffer.from('hidden') }, { name: 'b.wav' }]),
    'This ZIP file holds something that its list does not name.',
  ],
  ['a part of a split archive', zipOf([{ name: 'a.wav' }], { disk: 1 }), NO_ZIP],
  ['a list beyond the end', zipOf([{ name: 'a.wav' }], { at: 100_000 }), NO_ZIP],
  ['a file beyond the end', one({ at: 5_000_000 }), NO_ZIP],
  ['a file that ends beyond the end', one({ packedBytes: 5_000, bytes: 5_000 }), NO_ZIP],
  ['an empty archive', zipOf([]), 'This ZIP file is empty.'],
  ['an archive of folders', zipOf([{ name: 'a/', content: '' }]), 'This ZIP file is empty.'],
  [
    'an archive of system files',
    zipOf([{ name: '__MACOSX/._.DS_Store' }, { name: '.DS_Store' }]),
    'This ZIP file is empty.',
  ],
]
test.each(shapes)('%s is refused as a pack', refused)

const NOT_HELD = 'is not a type of file that a'
const types: [string, string][] = [
  ['inner.zip', 'inner.zip is an archive in the archive. Unpack it first.'],
  ['inner.RAR', 'inner.RAR is an archive in the archive. Unpack it first.'],
  ['beats.tar.gz', 'beats.tar.gz is an archive in the archive. Unpack it first.'],
  ['beat.wav.exe', `beat.wav.exe ${NOT_HELD}`],
  ['page.html', `page.html ${NOT_HELD}`],
  ['cover.svg', `cover.svg ${NOT_HELD}`],
  ['list.m3u', `list.m3u ${NOT_HELD}`],
  ['run.bat', `run.bat ${NOT_HELD}`],
  ['Beat.lnk', `Beat.lnk ${NOT_HELD}`],
  ['__MACOSX/setup.exe', `__MACOSX/setup.exe ${NOT_HELD}`],
  ['__MACOSX/._setup.exe', `__MACOSX/._setup.exe ${NOT_HELD}`],
  ['._run.bat', `._run.bat ${NOT_HELD}`],
  ['noending', `noending ${NOT_HELD}`],
]
test.each(types)('%s is refused in packs and kits', async (path, reason) => {
  const zip = zipOf([{ name: 'a.wav' }, { name: path }])
  for (const [send, kind] of [
    [trap.sendPack, ' pack holds.'],
    [trap.sendKit, ' kit holds.'],
  ] as const)
    await expect(send(zip)).rejects.toMatchObject({
      status: 400,
      fields: { zip: reason.endsWith('.') ? reason : `${reason}${kind}` },
    })
})

test('an archive without anything to sell is refused', async () => {
  const notes = zipOf([{ name: 'read me.txt' }])
  await expect(trap.sendPack(notes)).rejects.toMatchObject({
    fields: { zip: 'There is no .wav or .mp3 file in this ZIP file.' },
  })
  await expect(trap.sendKit(notes)).rejects.toMatchObject({
    fields: { zip: 'There is no sound, MIDI file or preset in this ZIP file.' },
  })
  const many = zipOf(Array.from({ length: 201 }, (_, n) => ({ name: `${n}.wav` })))
  await expect(trap.sendPack(many)).rejects.toMatchObject({ fields: { zip: 'A pack has 200 tracks at most.' } })
})

test('stems are checked like packs', async () => {
  for (const [zip, reason] of [
    [named('../evil.wav'), name('leads out of its folder', '../evil.wav')],
    [one({ attributes: 0xa1ff }), LINK],
  ] as const)
    await expect(
      trap.sendBeat({ audio: fileNamed('beat.wav', 'RIFF'), stems: fileNamed('stems.zip', zip) }),
    ).rejects.toMatchObject({ status: 400, fields: { stems: reason } })
})

async function refused(_: string, zip: Buffer, reason: string) {
  await expect(trap.sendPack(zip)).rejects.toMatchObject({ status: 400, fields: { zip: reason } })
}

test('an ordinary archive passes: nothing above is refused by chance', async () => {
  const { id } = await trap.sendPack(
    zipOf([
      { name: 'Night/01 ünder.wav', local: { ...large, extra: field64(1n, 1n) } },
      { name: 'cover.png' },
      { name: '__MACOSX/', content: '' },
      { name: '__MACOSX/._Night' },
      { name: '__MACOSX/Night/._01 ünder.wav' },
      { name: 'Night/._01 ünder.wav' },
    ]),
  )
  const { db } = trap.world.app
  expect((await trap.eve.call('GET /me/packs/:id', { params: { id } })).trackCount).toBe(1)
  expect(await trap.filesOf()).toHaveLength(1)
  await db.deleteFrom('item').where('id', '=', id).execute()
  for await (const { key } of trap.world.app.storage.list('')) await trap.world.app.storage.remove(key)
})

test('the headers of many small files are read together', async () => {
  const open = vi.spyOn(trap.world.app.storage, 'open')
  const files = Array.from({ length: 2_000 }, (_, nth) => ({ name: `${nth}.mid` }))
  const last = { name: 'last.mid', local: { name: 'else.mid' } }
  await expect(trap.sendKit(zipOf([...files, last]))).rejects.toMatchObject({
    fields: { zip: 'This ZIP file says two different things about a file: last.mid' },
  })
  expect(open.mock.calls.length).toBeLessThan(50)
  open.mockRestore()
})
