import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Line } from '#contract/item.ts'
import { STYLES } from '#contract/styles.ts'
import type { ShareCard } from '#server/art/share-card.ts'
import { COVER, HEIGHT, WIDTH } from '#server/art/share-size.ts'
import { findWave, selectCards } from '#server/catalogue/index.ts'
import { notFound, tooManyRequests } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { idOfSlug } from '#server/items/index.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { factsOf, offerOf } from './share-words.ts'

/** Increase it when the drawing changes, so that all pictures are made again. */
const DRAWING = 2
const AT_ONCE = 2
const WAITING = 8
const JPEG = { mediaType: 'image/jpeg' }
/** Sites rarely fetch a link's picture again, so an hour's delay of a new title or price is no loss. */
const CACHE = { cacheControl: 'public, max-age=3600' }

/** The address and size of an item's picture. */
export const sharePicture = (slug: string) => ({ path: `/og/${slug}.jpg`, width: WIDTH, height: HEIGHT })

/** Serves a picture for each item. It is made at the first request and stored until something that it shows changes. */
export function mountSharePictures(http: FastifyInstance, app: App) {
  const draw = drawOnce(app)
  // other sites may show the picture
  const send = (request: FastifyRequest, reply: FastifyReply, key: string) =>
    sendFile(request, reply.header('cross-origin-resource-policy', 'cross-origin'), app.storage, key, CACHE)
  const hidden = { schema: { hide: true } }
  http.get<{ Params: { slug: string } }>('/og/:slug(^[a-z0-9-]{1,100}).jpg', hidden, async (request, reply) => {
    const id = await idOfSlug(app.db, request.params.slug)
    const card = id && (await findCard(app, id))
    if (!card) throw notFound('Picture')
    const key = keyOf(card)
    await draw(key, () => drawItem(app, card))
    return send(request, reply, key)
  })
  http.get('/og.jpg', hidden, async (request, reply) => {
    const key = `og/house/${DRAWING}.jpg`
    await draw(key, async () => {
      const { drawHouseCard } = await drawings()
      return runPicture('share', { svg: drawHouseCard(), cover: null, place: COVER })
    })
    return send(request, reply, key)
  })
}

/** Fonts and shaping take time to load, so they come with the first picture. */
const drawings = () => import('#server/art/share-card.ts')

/** Draws two pictures at once at most, and each picture once. A short queue waits; further requests answer 429. */
function drawOnce({ storage }: App) {
  const underWay = new Map<string, Promise<void>>()
  let last: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())

  async function make(key: string, picture: () => Promise<Uint8Array>) {
    const [lane, ...others] = last
    const made = lane!.then(picture)
    last = [...others, made.catch(() => {})]
    await storage.put(key, await made, JPEG)
    await forgetOthers(storage, key)
  }

  return async (key: string, picture: () => Promise<Buffer>) => {
    const before = underWay.get(key)
    if (before) return before
    if (await storage.stat(key)) return
    const meanwhile = underWay.get(key)
    if (meanwhile) return meanwhile
    if (underWay.size >= AT_ONCE + WAITING) throw tooManyRequests(5)
    const made = make(key, picture).finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

/** Removes earlier pictures of the same item. */
async function forgetOthers(storage: App['storage'], key: string) {
  for await (const file of storage.list(key.slice(0, key.lastIndexOf('/') + 1)))
    if (file.key !== key) await storage.remove(file.key)
}

const findCard = ({ db }: App, id: number) =>
  selectCards(db)
    .leftJoin('itemWave', 'itemWave.itemId', 'item.id')
    .where('item.id', '=', id)
    .select(['item.status', sql<string | null>`md5(item_wave.full_band || item_wave.low_band)`.as('waveSum')])
    .executeTakeFirst()
type Card = NonNullable<Awaited<ReturnType<typeof findCard>>>

/** The key changes with everything that the picture shows. */
function keyOf(row: Card) {
  const drawn = JSON.stringify([DRAWING, cardOf(row), row.coverKey, row.waveSum])
  return `og/${row.id}/${createHash('sha256').update(drawn).digest('hex').slice(0, 24)}.jpg`
}

const cardOf = (row: Card): Omit<ShareCard, 'wave'> => {
  const scene = row.styleSlug && STYLES[row.styleSlug]
  const things = { beat: 'beat', pack: 'beat pack', kit: 'sound kit' }
  return {
    kind: row.kind,
    title: row.title,
    artist: row.handle,
    line: row.styleLine ? Line.parse(row.styleLine) : null,
    code: row.styleCode,
    what: `${scene ?? 'Drill'} ${things[row.kind]}`,
    facts: factsOf(row),
    offer: offerOf(row),
  }
}

async function drawItem({ db, storage }: App, row: Card) {
  const [wave, cover] = await Promise.all([
    findWave(db, row.kind, row.id),
    row.coverKey === null ? null : storage.open(`${row.coverKey}/640.webp`),
  ])
  const peaks = wave ? { full: new Uint8Array(wave.fullBand), low: new Uint8Array(wave.lowBand) } : null
  const { drawShareCard } = await drawings()
  const svg = drawShareCard({ ...cardOf(row), wave: peaks })
  return runPicture('share', { svg, cover: cover && (await buffer(cover.stream)), place: COVER })
}
