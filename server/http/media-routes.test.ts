import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorage } from '#server/storage/create-storage.ts'
import { answerErrors } from './answer-errors.ts'
import { mountMedia } from './media-routes.ts'

const http = Fastify()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-media-'))
  const storage = await createStorage({ dataDir: folder })
  for (const key of ['covers/7/a.webp', 'hero/a.webp', 'masters/7/a.wav', 'coversx/a.webp']) {
    await storage.put(key, Buffer.from(key), { mediaType: 'image/webp' })
  }
  await storage.put('covers/b-avif/320.webp', Buffer.from('covers/b-avif/320.webp'), { mediaType: 'image/webp' })
  await storage.put('covers/b-avif/320.avif', Buffer.from('covers/b-avif/320.avif'), { mediaType: 'image/avif' })
  await storage.put('previews/a.mp3', Buffer.from('tagged'), { mediaType: 'audio/mpeg' })
  await storage.put('previews/hidden.mp3', Buffer.from('tagged'), { mediaType: 'audio/mpeg' })
  answerErrors(http)
  mountMedia(http, storage, { isPreviewShown: async (key) => key === 'previews/a.mp3' })
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

test('images are cached for a day, previews for two minutes', async () => {
  const cover = await http.inject('/media/covers/7/a.webp')
  expect(cover).toMatchObject({ statusCode: 200, body: 'covers/7/a.webp' })
  expect(cover.headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  })
  const preview = await http.inject({ url: '/media/previews/a.mp3', headers: { range: 'bytes=0-2' } })
  expect(preview).toMatchObject({ statusCode: 206, body: 'tag' })
  expect(preview.headers).toMatchObject({ 'cache-control': 'public, max-age=120', 'content-type': 'audio/mpeg' })
  expect((await http.inject({ method: 'HEAD', url: '/media/hero/a.webp' })).headers['content-length']).toBe('11')
})

test('a browser that shows AVIF gets the AVIF of a cover that has one', async () => {
  const ask = (accept: string, name = 'b-avif/320.webp') =>
    http.inject({ url: `/media/covers/${name}`, headers: { accept } })
  const avif = await ask('image/avif,image/webp,*/*;q=0.8')
  expect(avif).toMatchObject({ statusCode: 200, body: 'covers/b-avif/320.avif' })
  expect(avif.headers).toMatchObject({ 'content-type': 'image/avif', vary: 'Accept' })
  const webp = await ask('image/webp,*/*')
  expect(webp).toMatchObject({ statusCode: 200, body: 'covers/b-avif/320.webp' })
  expect(webp.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'Accept' })
  for (const accept of ['IMAGE/AVIF', 'text/html, image/avif ;q=0.8,*/*', 'image/avif;q=0.05'])
    expect((await ask(accept)).headers, accept).toMatchObject({ 'content-type': 'image/avif' })
  for (const accept of ['', 'image/avif;q=0', 'image/webp,image/avif; q=0.0,*/*', 'image/avif-sequence,*/*'])
    expect((await ask(accept)).headers, accept).toMatchObject({ 'content-type': 'image/webp', vary: 'Accept' })
  expect(await ask('image/avif', '7/a.webp')).toMatchObject({ statusCode: 200, body: 'covers/7/a.webp' })
})

test.each([
  'masters/7/a.wav',
  'previews/hidden.mp3',
  'covers/../masters/7/a.wav',
  'covers/..%2fmasters/7/a.wav',
  'covers%2f..%2f..%2fmasters%2f7%2fa.wav',
  'covers/%2e%2e/masters/7/a.wav',
  'covers/..%5cmasters',
  'coversx/a.webp',
  'COVERS/7/a.webp',
  'covers',
  'covers/',
  'covers/7',
  'covers/none.webp',
  'covers//7/a.webp',
  'constructor/a',
  '.incoming/a',
  '',
])('/media/%s answers 404', async (path) => {
  const reply = await http.inject(`/media/${path}`)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ error: 'not_found', message: 'File not found.' })
  expect(reply.headers['cache-control']).toBe('no-store')
})
