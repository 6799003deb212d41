import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { takeUpload } from './take.ts'

const MB = 1024 * 1024

let world: World
let port: number
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  await world.http.listen({ host: '127.0.0.1', port: 0 })
  port = (world.http.server.address() as AddressInfo).port
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

const send = (file: File, purpose: 'audio' | 'avatar' = 'audio') =>
  ann.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })
const drafts = () => readdir(world.app.uploads.folder)
const uploadsOfAnn = () => world.app.db.selectFrom('upload').where('accountId', '=', ann.id).selectAll().execute()
async function expectNothingLeft() {
  expect(await drafts()).toEqual([])
  expect(await uploadsOfAnn()).toEqual([])
}

test('a file in a form becomes an upload, hashed and stored', async () => {
  const bytes = randomBytes(MB + 5)
  const sent = await send(new File([bytes], 'Ñight/../beat.WAV', { type: 'audio/wav' }))
  const sha256 = createHash('sha256').update(bytes).digest()
  expect(sent).toMatchObject({ purpose: 'audio', name: 'beat.WAV', size: bytes.length, isComplete: true })
  expect(sent.sha256).toBe(sha256.toString('hex'))
  expect(await drafts()).toEqual([])
  const { app } = world
  const taken = await app.db.transaction().execute((tx) => takeUpload(tx, sent.id, ann.id, 'audio'))
  expect(taken).toMatchObject({ size: bytes.length, sha256, crc32: crc32(bytes), mediaType: 'audio/wav' })
  expect(await app.storage.stat(taken.storageKey)).toMatchObject({ size: bytes.length, mediaType: 'audio/wav' })
  expect(await uploadsOfAnn()).toEqual([])
})

test('the owner gets the file back, nobody else does', async () => {
  const bytes = randomBytes(1000)
  const { id } = await send(new File([bytes], 'beat.wav'))
  const file = await ann.call('GET /me/uploads/:id/file', { params: { id } })
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  const bob = await world.signUp()
  for (const route of ['GET /me/uploads/:id', 'GET /me/uploads/:id/file'] as const)
    await expect(bob.call(route, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('an upload serves the purpose whose limits it passed, and no other', async () => {
  const { id } = await send(new File([randomBytes(10)], 'beat.wav'))
  const taking = world.app.db.transaction().execute((tx) => takeUpload(tx, id, ann.id, 'kitZip'))
  await expect(taking).rejects.toMatchObject({ status: 404 })
  await world.app.db.transaction().execute((tx) => takeUpload(tx, id, ann.id, 'audio'))
})

test('a transaction that fails leaves the upload to be taken again', async () => {
  const { id } = await send(new File([randomBytes(10)], 'beat.wav'))
  const failing = world.app.db.transaction().execute(async (tx) => {
    await takeUpload(tx, id, ann.id, 'audio')
    throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  await world.app.db.transaction().execute((tx) => takeUpload(tx, id, ann.id, 'audio'))
})

test('a wrong type names the right ones', async () => {
  await expect(send(new File(['x'], 'page.html', { type: 'audio/wav' }))).rejects.toMatchObject({
    status: 415,
    error: 'wrong_file_type',
    details: { endings: ['mp3', 'wav'] },
  })
  await expectNothingLeft()
})

test('a file that grows too large is cut off, announced or not', async () => {
  const tooLarge = { status: 413, error: 'too_large', details: { maxBytes: 10 * MB } }
  await expect(send(new File([Buffer.alloc(12 * MB)], 'a.png'), 'avatar')).rejects.toMatchObject(tooLarge)
  async function* chunks() {
    yield Buffer.from(`--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`)
    for (let sent = 0; sent < 12; sent++) yield Buffer.alloc(MB)
    yield Buffer.from('\r\n--x--\r\n')
  }
  const reply = await fetch(`http://127.0.0.1:${port}/api/uploads/avatar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.accessToken}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: Readable.toWeb(Readable.from(chunks())),
    duplex: 'half',
  } as RequestInit)
  expect(reply.status).toBe(413)
  await expectNothingLeft()
})

test.each([
  ['no file', (form: FormData) => form.delete('file')],
  ['an empty file', (form: FormData) => form.set('file', new File([], 'beat.wav'))],
  ['two files of one name', (form: FormData) => form.append('file', new File(['b'], 'beat.wav'))],
  ['a file under another name', (form: FormData) => form.set('other', new File(['b'], 'beat.wav'))],
])('a form with %s is refused and leaves nothing', async (_, change) => {
  const form = new FormData()
  form.set('file', new File(['a'], 'beat.wav'))
  change(form)
  const reply = await world.http.inject({
    method: 'POST',
    url: '/api/uploads/audio',
    headers: { authorization: `Bearer ${ann.accessToken}` },
    payload: form,
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'invalid' })
  await expectNothingLeft()
})

async function sendBytes(body: string | Buffer, type = 'multipart/form-data; boundary=x', path = '/uploads/audio') {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.accessToken}`, 'content-type': type },
    body: Uint8Array.from(Buffer.from(body)),
  })
  return { status: reply.status, ...((await reply.json()) as { error: string; message: string; fields?: object }) }
}
const filePart = (more = '', bytes = 'sound') =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="beat.wav"\r\n${more}\r\n${bytes}`

test('a part whose type is no text is refused', async () => {
  const reply = await sendBytes(`${filePart('content-type: audio/\u0000wav\r\n')}\r\n--x--\r\n`)
  expect(reply).toMatchObject({ status: 400, error: 'invalid' })
  await expectNothingLeft()
})

const BROKEN = 'This form is damaged: it can’t be read to its end.'
const JSON_PART =
  '--x\r\ncontent-disposition: form-data; name="meta"\r\ncontent-type: application/json\r\n\r\n{no\r\n--x--'
test.each([
  ['without a boundary', filePart(), 'multipart/form-data', BROKEN],
  ['with an empty boundary', filePart(), 'multipart/form-data; boundary=', BROKEN],
  ['with an endless boundary', filePart(), `multipart/form-data; boundary=${'x'.repeat(5_000)}`, BROKEN],
  ['without its end', `${filePart()}\r\n--x\r\n`, undefined, BROKEN],
  ['that ends within a file', filePart(), undefined, BROKEN],
  ['that ends within a field', '--x\r\ncontent-disposition: form-data; name="meta"\r\n\r\nx', undefined, BROKEN],
  ['of garbage', randomBytes(1000), undefined, BROKEN],
  [
    'with a file without a name',
    filePart().replace('name="file"; ', '') + '\r\n--x--',
    undefined,
    'A part of this form has no name.',
  ],
  ['with a broken JSON part', JSON_PART, undefined, 'A field of this form is not valid JSON.'],
])('a form %s is refused with a sentence', async (_, body, type, message) => {
  const beat = typeof body === 'string' ? body.replace('name="file"', 'name="audio"') : body
  for (const reply of [await sendBytes(body, type), await sendBytes(beat, type, '/beats/upload')]) {
    expect(reply).toMatchObject({ status: 400, error: 'invalid_form', message })
    expect(reply.fields).toBeUndefined()
  }
  await expectNothingLeft()
})

test('a form with too many fields is refused with a sentence', async () => {
  const fields = Array.from({ length: 60 }, (_, n) => field(`f${n}`, 'x').slice(0, -3)).join('')
  const reply = await sendBytes(`${fields}--x--\r\n`)
  expect(reply).toMatchObject({ status: 400, message: 'There is no such field in this form.' })
})

test('JSON in place of a form is refused, and a guest before the body', async () => {
  const to = { method: 'POST', url: '/api/uploads/audio' } as const
  const json = await world.http.inject({ ...to, headers: { authorization: `Bearer ${ann.accessToken}` }, payload: {} })
  expect(json.statusCode).toBe(415)
  const form = new FormData()
  form.set('file', new File(['a'], 'beat.wav'))
  expect((await world.http.inject({ ...to, payload: form })).statusCode).toBe(401)
})

/** The answer to a form whose beginning has arrived. Its sender keeps the connection open. */
async function answerToBeginning(path: string, beginning: string) {
  const line = connect(port, '127.0.0.1')
  let text = ''
  line.on('data', (bytes) => (text += bytes.toString())).on('error', () => {})
  line.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.accessToken}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${8 * MB}\r\n\r\n${beginning}`,
  )
  await until(() => text.includes('}'), 'a refusal')
  line.destroy()
  return text
}
const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x`

test('a field that the form does not have is refused before the rest arrives', async () => {
  const answer = await answerToBeginning('/me/avatar', field('note', 'x'))
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"fields":{"note":"There is no such field in this form."}')
})

test('a field has 64 KB, and a longer one is refused before the rest arrives', async () => {
  const answer = await answerToBeginning('/beats/upload', field('meta', 'x'.repeat(64 * 1024 + 1)))
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"fields":{"meta":"This field is too long."}')
})

/** A form as raw bytes, so that its length can lie. */
async function sendRaw(contentLength: number, file: Buffer) {
  const line = connect(port, '127.0.0.1')
  line.on('error', () => {})
  line.write(
    `POST /api/uploads/audio HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.accessToken}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${contentLength}\r\n\r\n` +
      `--x\r\ncontent-disposition: form-data; name="file"; filename="beat.wav"\r\n\r\n`,
  )
  line.write(file)
  return line
}

test('a form that is cut off leaves nothing', async () => {
  const line = await sendRaw(5 * MB, randomBytes(MB))
  const { uploads } = world.app
  await until(() => [...uploads.drafts.values()].some(({ size }) => size > MB / 2), 'the bytes to arrive')
  line.destroy()
  await until(async () => (await uploadsOfAnn()).length === 0 && (await drafts()).length === 0, 'the rest to go')
})

test('a length that is too small ends the form early, and nothing stays', async () => {
  const line = await sendRaw(MB, randomBytes(2 * MB))
  let text = ''
  line.on('data', (bytes) => (text += bytes.toString()))
  await until(() => text.includes('HTTP/1.1 4'), 'a refusal')
  line.destroy()
  await until(async () => (await uploadsOfAnn()).length === 0 && (await drafts()).length === 0, 'the rest to go')
})

test('a form whose sender is deleted while it comes leaves no file', async () => {
  async function* body() {
    yield '--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n1234'
    await until(async () => (await drafts()).length > 0, 'the first bytes')
    await forgetPerson(world.app, ann.id)
    yield '5678\r\n--x--\r\n'
  }
  const before = await world.storedFiles()
  const reply = await world.http.inject({
    method: 'POST',
    url: '/api/uploads/audio',
    headers: { authorization: `Bearer ${ann.accessToken}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Readable.from(body()),
  })
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([409, 'interrupted'])
  await expectNothingLeft()
  expect(await world.storedFiles()).toEqual(before)
})
