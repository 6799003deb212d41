import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/errors.ts'
import { avifOf } from '#server/media/cover-keys.ts'
import { isKey } from '#server/storage/key.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { sendFile } from './file-reply.ts'

const IMAGES = 'public, max-age=86400'
const PREVIEWS = 'public, max-age=120' // a preview may be withdrawn at any time

/** Only these folders are public, previews while their items have a page. Other files, such as masters, need a call that checks the caller. */
const PUBLIC = new Map([
  ['avatars', IMAGES],
  ['banners', IMAGES],
  ['covers', IMAGES],
  ['hero', IMAGES],
  ['previews', PREVIEWS],
  ['styles', IMAGES],
])

/** oEmbed names these pictures, so other sites may show them. */
const SHOWN_ELSEWHERE = new Set(['covers'])

/** The media type itself, without a weight of 0, which refuses it. */
const TAKES_AVIF = /(?:^|,)\s*image\/avif\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i

/** A cover's AVIF for browsers that show it, at the address of its WebP. */
function preferred(key: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const avif = avifOf(key)
  if (!avif) return key
  reply.header('vary', 'Accept')
  return TAKES_AVIF.test(headers.accept ?? '') ? avif : key
}

type Shown = { isPreviewShown: (key: string) => Promise<boolean> }

export function mountMedia(http: FastifyInstance, storage: FileStorage, { isPreviewShown }: Shown) {
  http.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = request.params['*']
    const [folder = ''] = key.split('/', 1)
    const cacheControl = PUBLIC.get(folder)
    if (!cacheControl || !isKey(key)) throw notFound('File')
    if (folder === 'previews' && !(await isPreviewShown(key))) throw notFound('File')
    if (SHOWN_ELSEWHERE.has(folder)) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendFile(request, reply, storage, preferred(key, request, reply), { cacheControl })
  })
}
