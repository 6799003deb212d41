import type { catalogue } from '#contract/catalogue.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { presentItem, presentStyle } from './present.ts'
import { countItems, findWave, listItems, listStyles, type List, type Page } from './queries.ts'
import { resample } from './resample.ts'

type ItemContract = (typeof catalogue)['beats' | 'packs' | 'kits']

/** One family of calls for the three kinds. */
export function itemRoutes({ db, clock }: App, kind: ItemKind): Handlers<ItemContract> {
  const list =
    (name: List) =>
    async ({ query: { page, limit, waves } }: { query: Page & { waves: boolean } }) => {
      const now = clock.now()
      const [rows, totalItems] = await Promise.all([
        listItems(db, kind, name, { page, limit }),
        countItems(db, kind, name),
      ])
      const items = rows.map((row) => presentItem(row, { now, waves }))
      return { items, page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) }
    }
  return {
    approved: list('approved'),
    featured: list('featured'),
    popular: list('popular'),
    trending: list('trending'),
    new: list('new'),
    async wave({ params, query }) {
      const wave = await findWave(db, kind, params.id)
      if (!wave) throw notFound('Waveform')
      const bars = (band: Buffer) => resample(band, query.bars).toString('base64')
      return { full: bars(wave.fullBand), low: bars(wave.lowBand) }
    },
  }
}

export const styleRoutes = ({ db }: App): Handlers<typeof catalogue.styles> => ({
  list: async () => ({ items: (await listStyles(db)).map(presentStyle) }),
})
