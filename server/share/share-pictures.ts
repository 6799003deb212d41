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
import { notFound } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { idOfSlug } from '#server/items/index.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { drawOnce } from './draw-once.ts'
import { factsOf, offerOf } from './share-words.ts'
import { mountStreets } from './streets.ts'

/** Increase it when the drawing changes, so that all pictures are made again. */
const DRAWING = 2
const JPEG = 'image/jpeg'
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
    await draw(request, { key, mediaType: JPEG, draw: () => drawItem(app, card) })
    return send(request, reply, key)
  })
  const smallStreetOf = mountStreets(http, app, draw)
  http.get('/og.jpg', hidden, async (request, reply) => {
    const key = `og/house/${DRAWING}.jpg`
    const house = async () => {
      const { drawHouseCard } = await drawings()
      return runPicture('share', { svg: drawHouseCard(), cover: null, place: COVER })
    }
    await draw(request, { key, mediaType: JPEG, draw: house })
    return send(request, reply, key)
  })
  return { smallStreetOf }
}

/** Fonts and shaping take time to load, so they come with the first picture. */
const drawings = () => import('#server/art/share-card.ts')

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
