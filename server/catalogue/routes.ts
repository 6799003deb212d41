import type { catalogue } from '#contract/catalogue.ts'
import { presentProducer } from '#server/accounts/index.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { idShown, kindNames, kinds } from '#server/items/index.ts'
import { leadOn, popularTags, type orders } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { cardsOf } from './cards.ts'
import { countTracks, findDetail, findDetailOfSlug, findWave, listHeard, listTracks } from './item-detail.ts'
import { cardsInOrder, countCards, filterOf, findCards, kindOf, listCards, newSince } from './lists.ts'
import {
  presentContents,
  presentDetail,
  presentLicenses,
  presentPlaylist,
  presentStyle,
  presentSuggestions,
} from './present.ts'
import { producersFound } from './producers-found.ts'
import { resample } from './resample.ts'
import { listSimilar } from './similar.ts'
import { findStyle, listStyles } from './styles.ts'
import { suggestAll } from './suggest.ts'
import { findUnlisted } from './unlisted.ts'

type Shown = { page: number; limit: number; waves: boolean; picks?: boolean }
type ItemContract = (typeof catalogue)['beats' | 'packs' | 'kits']

/** The same calls for each of the three kinds. */
export function itemRoutes(app: App, kind: ItemKind): Handlers<ItemContract> {
  const { db } = app
  const list =
    (order: keyof typeof orders, only: { flags?: ['featured'] } = {}) =>
    async ({ query: { picks = false, ...shown } }: { query: Shown }) =>
      // a pick that is promoted keeps its place among the picks
      listCards(app, { kinds: [kind], picks, ...only }, picks ? 'newest' : order, shown)
  const existing = async (id: number) => {
    if (!(await idShown(db, kind, id))) throw notFound(kindNames[kind])
    return id
  }
  const card = async (id: number) => (await cardsOf(db, [await existing(id)]))[0]!
  return {
    approved: list('newest'),
    featured: list('featured', { flags: ['featured'] }),
    popular: list('popular'),
    trending: list('trending'),
    new: list('newest'),
    search: async ({ query: { q, ...shown } }) => findCards(app, { q, ...shown, k: [kinds[kind]] }, 'item'),
    async byId({ params, viewer }) {
      const row = await findDetail(db, await existing(params.id), viewer?.id ?? null)
      if (!row) throw notFound(kindNames[kind])
      return presentDetail(row, newSince(app))
    },
    async bySlug({ params, viewer }) {
      const row = await findDetailOfSlug(db, params.slug, viewer?.id ?? null)
      if (row?.kind !== kind) throw notFound(kindNames[kind])
      return presentDetail(row, newSince(app))
    },
    async licenses({ params }) {
      const row = await findDetail(db, await existing(params.id), null)
      return row ? presentLicenses(row) : []
    },
    async previewUrl({ params }) {
      const { previewKey } = await card(params.id)
      if (!previewKey) throw notFound('Preview')
      return { url: mediaUrl(previewKey) }
    },
    async previewPlaylist({ params }) {
      const item = await card(params.id)
      return presentPlaylist(item, await listHeard(db, item.id))
    },
    async contents({ params, query }) {
      const id = await existing(params.id)
      const [tracks, counts] = await Promise.all([listTracks(db, id, query), countTracks(db, id)])
      return presentContents(tracks, counts, query)
    },
    async wave({ params, query }) {
      const wave = await findWave(db, kind, params.id)
      if (!wave) throw notFound('Waveform')
      const bars = (band: Buffer) => resample(band, query.bars).toString('base64')
      return { full: bars(wave.fullBand), low: bars(wave.lowBand) }
    },
  }
}

export const anyItemRoutes = (app: App): Handlers<typeof catalogue.items> => ({
  list: ({ query }) => findCards(app, query, 'item'),
  async bySlug({ params, viewer }) {
    const row = await findDetailOfSlug(app.db, params.slug, viewer?.id ?? null)
    if (!row) throw notFound('Item')
    return presentDetail(row, newSince(app))
  },
  unlisted: async ({ params, viewer }) => ({ item: await findUnlisted(app, params.slug, viewer) }),
  followed: ({ query: { k, ...shown }, viewer }) =>
    listCards(app, { followedBy: viewer.id, ...(k && { kinds: k.map((kind) => kindOf[kind]) }) }, 'newest', shown),
  async similar({ params, query }) {
    const ids = await listSimilar(app.db, params.id, query)
    if (!ids) throw notFound('Item')
    return cardsInOrder(app, ids)
  },
})

export const searchRoutes = (app: App): Handlers<typeof catalogue.search> => ({
  search: ({ query }) => findCards(app, query, 'result'),
  leads: ({ query: { q, k, ...filter } }) => leadOn(app, { q, filter: filterOf(app, k, filter) }),
  producers: async ({ query }) => ({ items: (await producersFound(app.db, query.q)).map(presentProducer) }),
  popular: async () => ({ tags: await popularTags(app.db) }),
  suggest: async ({ query }) => presentSuggestions(await suggestAll(app, query.q)),
})

export const styleRoutes = (app: App): Handlers<typeof catalogue.styles> => ({
  list: async () => ({ items: (await listStyles(app.db)).map(presentStyle) }),
  async bySlug({ params }) {
    const style = await existingStyle(app, params.slug)
    const beats = await countCards(app, { kinds: ['beat'], style: [style.slug] })
    return { ...presentStyle(style), trackCount: beats.totalItems, capped: beats.capped }
  },
  async beats({ params, query: { bpmMin, bpmMax, ...shown } }) {
    const { slug } = await existingStyle(app, params.slug)
    return listCards(app, { kinds: ['beat'], style: [slug], bpmMin, bpmMax }, 'popular', shown)
  },
})

async function existingStyle({ db }: App, slug: string) {
  const style = await findStyle(db, slug)
  if (!style) throw notFound('Style')
  return style
}
