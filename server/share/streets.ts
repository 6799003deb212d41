import { createHash } from 'node:crypto'
import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Line } from '#contract/item.ts'
import { LINES } from '#contract/line.ts'
import { isThere } from '#server/accounts/index.ts'
import { HEIGHT, WIDTH } from '#server/art/share-size.ts'
import type { House } from '#server/art/street.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { BANNER, SMALL_BANNER } from '#server/media/banner-sizes.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { PictureSize } from '#server/media/picture-types.ts'
import type { App } from '#server/services.ts'
import type { drawOnce } from './draw-once.ts'

/** Increase it when the drawing changes, so that all streets are drawn again. */
const DRAWING = 1
/** A house grows by such steps, so that a street is not drawn again after each play. */
const STEPS = 16
/** People whose small street is known. */
const MOST_SMALL = 5_000
const CACHE = { cacheControl: 'public, max-age=3600' }

/**
 * The banner of people who have uploaded none, and the picture for shared links to any profile. Both are made from what a
 * person has on sale, at the first request, and stored until that changes. Returns what finds the key of a street's small
 * form by the street's address, once somebody has asked for the street.
 */
export function mountStreets(http: FastifyInstance, app: App, draw: ReturnType<typeof drawOnce>) {
  const hidden = { schema: { hide: true } }
  const small = new Map<number, string>()
  function remember(id: number, key: string) {
    small.delete(id)
    small.set(id, key)
    if (small.size > MOST_SMALL) small.delete(small.keys().next().value!)
  }
  const of = async (text: string) => {
    const id = Number(text)
    if (!(await isThere(app.db, id))) throw notFound('Picture')
    const houses = await housesOf(app, id)
    return { id, houses, hash: hashOf(houses) }
  }
  http.get<{ Params: { id: string } }>('/street/:id(^[1-9]\\d{0,14}).webp', hidden, async (request, reply) => {
    const { id, houses, hash } = await of(request.params.id)
    const drawAs = (key: string, size: PictureSize) => {
      const street = async () => {
        const [picture] = await runPicture('draw', { drawings: [{ svg: await svgOf(id, houses, BANNER), ...size }] })
        return picture!
      }
      return draw(request, { key, mediaType: 'image/webp', draw: street })
    }
    const key = `streets/${id}/${hash}.webp`
    await drawAs(key, BANNER)
    const smallKey = `small-streets/${id}/${hash}.webp`
    if (small.get(id) !== smallKey)
      drawAs(smallKey, SMALL_BANNER).then(
        () => remember(id, smallKey),
        (err: unknown) => request.log.warn({ err }, 'a small street was not drawn'),
      )
    return sendFile(request, reply, app.storage, key, CACHE)
  })
  http.get<{ Params: { id: string } }>('/og/profile/:id(^[1-9]\\d{0,14}).jpg', hidden, async (request, reply) => {
    const { id, houses, hash } = await of(request.params.id)
    const key = `og/profile/${id}/${hash}.jpg`
    const card = async () => {
      const svg = await svgOf(id, houses, { width: WIDTH, height: HEIGHT })
      return runPicture('share', { svg, cover: null, place: { left: 0, top: 0, size: 0 } })
    }
    await draw(request, { key, mediaType: 'image/jpeg', draw: card })
    return sendFile(request, reply.header('cross-origin-resource-policy', 'cross-origin'), app.storage, key, CACHE)
  })
  return (path: string) => small.get(Number(/^\/street\/(\d+)\.webp$/.exec(path)?.[1]))
}

async function svgOf(id: number, houses: House[], size: { width: number; height: number }) {
  const { drawStreet } = await import('#server/art/street.ts')
  return drawStreet({ seed: String(id), line: houses.at(-1)?.line ?? LINES[id % LINES.length]!, houses, ...size })
}

/** The newest items on sale, the most heard last. */
async function housesOf({ db }: App, ownerId: number): Promise<House[]> {
  const { MOST_HOUSES } = await import('#server/art/street.ts')
  const { rows } = await sql<{ kind: ItemKind; line: string | null; plays: number }>`
    select newest.kind, style.line, plays from (
      select item_id, kind, style_id from item_search where owner_id = ${ownerId}
      order by published_at desc, item_id desc limit ${MOST_HOUSES}) newest
    join item_stat using (item_id) left join style on style.id = style_id
    order by plays, item_id`.execute(db)
  const most = Math.max(1, ...rows.map(({ plays }) => plays))
  return rows.map(({ kind, line, plays }) => ({
    kind,
    line: line ? Line.parse(line) : LINES[ownerId % LINES.length]!,
    height: Math.round(Math.sqrt(plays / most) * STEPS) / STEPS,
  }))
}

const hashOf = (houses: House[]) =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, houses]))
    .digest('hex')
    .slice(0, 24)
