import type { FastifyReply } from 'fastify'
import type { Format, PurchasedTrack, purchases } from '#contract/purchases.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { signedUrl } from '#server/http/signed-files.ts'
import { seconds } from '#server/items/index.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'
import { count } from './count-download.ts'
import {
  bestFormat,
  downloadsOf,
  findDownload,
  findSound,
  findTrackDownload,
  playedFile,
  type Sent,
} from './deliver.ts'
import { heldFiles, type Held, type HeldTrack } from './held-files.ts'
import { paperOf } from './make-paper.ts'
import { findOrder } from './order-detail.ts'
import { allPurchases, findHeld, findPurchase, listLibrary, presentPurchase, type PurchaseRow } from './purchases.ts'
import { downloadName, playedName } from './signed.ts'
import { termsOf } from './terms.ts'
import { upgradesOf } from './upgrades.ts'

type Routes = typeof purchases

export const libraryRoutes = (app: App): Handlers<Routes['library']> => ({
  async list({ query, viewer }) {
    const { rows, counts } = await listLibrary(app.db, viewer.id, query)
    return { ...pageOf(rows.map(presentPurchase), { ...query, total: counts[query.tab] }), counts }
  },

  async one({ params: { id }, viewer }) {
    const row = await findPurchase(app.db, viewer.id, id)
    const downloads = row.state === 'refunded' ? [] : await downloadsOf(app, row)
    const [terms, upgrades] = await Promise.all([
      termsOf(app.db, row.termsId),
      upgradesOf(
        app.db,
        viewer.id,
        row,
        downloads.map(({ file }) => file),
      ),
    ])
    const isHeard = row.kind === 'beat' && downloads.some(({ file }) => file === 'mp3' || file === 'wav')
    const streamUrl = isHeard ? soundUrl(app, viewer.id, id) : null
    return { ...presentPurchase(row), downloads, streamUrl, terms, upgrades }
  },
})

export const purchaseRoutes = (app: App): Handlers<Routes['all']> => ({
  mine: async ({ viewer }) => (await allPurchases(app.db, viewer.id)).map(presentPurchase),

  order: ({ params: { orderId }, viewer }) => findOrder(app, viewer.id, orderId),

  async downloadUrl({ params: { id }, query: { file, key }, viewer, reply }) {
    const purchase = await withPaper(app, reply, await findHeld(app.db, viewer.id, id), file)
    await wanted(app, purchase, file, key) // what the address can't give is refused here, with a sentence
    return { url: signedUrl(app, { purpose: 'purchase', file: downloadName(id, { file, key }), account: viewer.id }) }
  },

  async streamUrl({ params: { id }, query: { key }, viewer }) {
    const purchase = await findHeld(app.db, viewer.id, id)
    await findSound(app, purchase, key === undefined ? null : Number(key))
    return { url: soundUrl(app, viewer.id, id, key) }
  },
})

export const beatPurchaseRoutes = (app: App): Handlers<Routes['beats']> => ({
  async download({ params: { id }, query: { file }, viewer, reply }) {
    const held = await findHeld(app.db, viewer.id, id, 'beat')
    const format = file ?? (await bestFormat(app, held))
    const purchase = await withPaper(app, reply, held, format)
    return send(app, reply, purchase, { counted: format, sent: await findDownload(app, purchase, format) })
  },

  async stream({ params: { id }, viewer, reply }) {
    const purchase = await findHeld(app.db, viewer.id, id, 'beat')
    return play(reply, await findSound(app, purchase, null))
  },
})

export const archivePurchaseRoutes = (app: App, kind: 'pack' | 'kit'): Handlers<Routes['packs' | 'kits']> => ({
  async download({ params: { id }, query: { file, key }, viewer, reply }) {
    const purchase = await withPaper(app, reply, await findHeld(app.db, viewer.id, id, kind), file)
    const counted = key === undefined ? file : `track.${key}`
    return send(app, reply, purchase, { counted, sent: await wanted(app, purchase, file, key) })
  },

  async tracks({ params: { id }, query: { page, limit }, viewer }) {
    const purchase = await findHeld(app.db, viewer.id, id, kind)
    const held = await heldFiles(app.db, purchase)
    const tracks = held.tracks.slice(page * limit, (page + 1) * limit)
    return pageOf(
      tracks.map((track) => presentTrack(app, { buyer: viewer.id, purchase, held }, track)),
      { page, limit, total: held.tracks.length },
    )
  },

  async stream({ params: { id }, query: { key }, viewer, reply }) {
    const purchase = await findHeld(app.db, viewer.id, id, kind)
    return play(reply, await findSound(app, purchase, Number(key)))
  },
})

/** The whole ZIP holds the license, so its document is made before. Later parts of the same ZIP then have it, too. */
async function withPaper(app: App, reply: FastifyReply, purchase: PurchaseRow, file: Format): Promise<PurchaseRow> {
  if (file !== 'zip' || purchase.paperKey !== null) return purchase
  const paperKey = await paperOf(app, purchase.id, originOf(reply.request, app.config.publicUrl))
  return { ...purchase, paperKey }
}

const wanted = (app: App, purchase: PurchaseRow, file: Format, key: string | undefined) =>
  key === undefined ? findDownload(app, purchase, file) : findTrackDownload(app, purchase, Number(key))

const PRIVATE = { cacheControl: 'private, no-cache' }

async function send(
  app: App,
  reply: FastifyReply,
  purchase: PurchaseRow,
  { counted, sent: { key, download, from } }: { counted: string; sent: Sent },
) {
  if (reply.request.method === 'GET') await count(app, purchase, counted)
  return sendFile(reply.request, reply, from, key, { ...PRIVATE, download })
}

const play = (reply: FastifyReply, { key, from }: Sent) => sendFile(reply.request, reply, from, key, PRIVATE)

const soundUrl = (app: App, account: number, id: number, key?: string) =>
  signedUrl(app, { purpose: 'purchasedSound', file: playedName(id, key), account })

type Of = { buyer: number; purchase: PurchaseRow; held: Held }

function presentTrack(app: App, { buyer, purchase, held }: Of, track: HeldTrack): PurchasedTrack {
  const files = held.files.filter((file) => file.track?.id === track.id)
  const best = files.find(({ format }) => format === 'wav') ?? files[0]
  const key = String(track.id)
  return {
    key,
    name: track.title,
    folder: track.path.slice(0, Math.max(0, track.path.lastIndexOf('/'))),
    bpm: track.bpm,
    musicKey: track.musicKey,
    duration: seconds(track.durationMs),
    streamUrl: playedFile(files) ? soundUrl(app, buyer, purchase.id, key) : null,
    bytes: best?.bytes ?? null,
  }
}
