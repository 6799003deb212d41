import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { mountApp } from '#server/app.ts'
import { takeUpload } from '#server/uploads/take.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { until } from './until.ts'
import { createWorld, type World } from './world.ts'

export type Asked = { method: string; path: string; headers?: Record<string, string | number>; token?: string }

/** Begins a request of a resumable upload; the caller writes its body. */
export function beginTus(http: FastifyInstance, { method, path, headers = {}, token }: Asked): ClientRequest {
  const { port } = http.server.address() as AddressInfo
  const own = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers }
  return request({ port, host: '127.0.0.1', method, path, headers: own }).on('error', () => {})
}

export async function answerTo(asked: ClientRequest) {
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const body = text ? (JSON.parse(text) as { error?: string; details?: unknown }) : {}
  return { status: reply.statusCode, headers: reply.headers, ...body }
}

/** The header Upload-Metadata. */
export const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** The header of a request that brings bytes. */
export const BYTES = { 'content-type': 'application/offset+octet-stream' }

/** A server with a port that takes uploads of a person, Ann, in each test of a file. */
export function tusServer() {
  let world: World
  let http: World['http']
  let ann: Awaited<ReturnType<World['signUp']>>
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.app.uploads = await createUploads(world.app.config)
    http = await listening()
    ann = await world.signUp()
  })
  afterEach(async () => {
    await http.close()
    await world.app.db.deleteFrom('upload').execute()
    await rm(world.app.uploads.folder, { recursive: true })
  })

  async function listening() {
    const mounted = await mountApp(world.app)
    await mounted.listen({ host: '127.0.0.1', port: 0 })
    return mounted
  }

  const begin = ({ token = ann.accessToken, ...asked }: Asked) => beginTus(http, { token, ...asked })
  const ask = (asked: Asked, body?: Buffer) => answerTo(begin(asked).end(body))

  const announce = (size: number, { name = 'beat.wav', purpose = 'audio', token = ann.accessToken } = {}) =>
    ask({
      method: 'POST',
      path: '/api/uploads',
      headers: {
        'upload-length': size,
        'upload-metadata': metadata({ purpose, filename: name, filetype: 'audio/wav' }),
      },
      token,
    })

  async function create(size: number) {
    const { status, headers } = await announce(size)
    expect(status).toBe(201)
    return headers.location!
  }

  const patch = (path: string, offset: number, bytes: Buffer, more: Record<string, string | number> = {}) =>
    ask({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': offset, ...more } }, bytes)
  const offsetOf = async (path: string) => Number((await ask({ method: 'HEAD', path })).headers['upload-offset'])

  /** Sends some bytes of a request and breaks the connection once they have arrived. */
  async function cutAfter(path: string, offset: number, whole: Buffer, length: number) {
    const asking = begin({
      method: 'PATCH',
      path,
      headers: { ...BYTES, 'upload-offset': offset, 'content-length': whole.length - offset },
    })
    asking.write(whole.subarray(offset, offset + length))
    await until(() => world.app.uploads.drafts.get(idOf(path))?.size === offset + length, 'the bytes to arrive')
    asking.destroy()
  }

  const idOf = (path: string) => path.split('/').at(-1)!
  const rowOf = (path: string) =>
    world.app.db.selectFrom('upload').where('id', '=', idOf(path)).selectAll().executeTakeFirst()

  async function expectComplete(path: string, whole: Buffer) {
    const { id } = ann
    const sha256 = createHash('sha256').update(whole).digest()
    expect(await ask({ method: 'GET', path: `/api/me/uploads/${idOf(path)}` })).toMatchObject({
      isComplete: true,
      sha256: sha256.toString('hex'),
      size: whole.length,
    })
    const { app } = world
    const taken = await app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), id, 'audio'))
    expect(taken).toMatchObject({ size: whole.length, sha256, crc32: crc32(whole), name: 'beat.wav' })
    const file = await app.storage.open(taken.storageKey)
    const chunks: Buffer[] = []
    for await (const chunk of file!.stream) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).equals(whole)).toBe(true)
    expect(await readdir(app.uploads.folder)).toEqual([])
  }

  /** The same files and database behind a new process. */
  async function restart() {
    await http.close()
    world.app.uploads = await createUploads(world.app.config)
    http = await listening()
  }

  /** A second process takes the requests until the function that is returned has ended it. */
  async function beginSecond() {
    const first = http
    world.app.uploads = await createUploads(world.app.config)
    http = await listening()
    return async () => {
      await http.close()
      http = first
    }
  }

  return {
    get world() {
      return world
    },
    get ann() {
      return ann
    },
    begin,
    ask,
    announce,
    create,
    patch,
    offsetOf,
    cutAfter,
    idOf,
    rowOf,
    expectComplete,
    restart,
    beginSecond,
  }
}
