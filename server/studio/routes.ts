import type { studio } from '#contract/studio.ts'
import type { Kind } from '#contract/item.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { sendMade } from '#server/http/made-file.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { kindNames, lockSlugs } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { addFiles, remakePreview, withdraw } from './add-files.ts'
import { doInBulk } from './bulk.ts'
import { changeLicenses, edit, lockOwn, remove, resubmit, turnSale, type Edit, type Owned } from './change.ts'
import { findOwn, listOwn, partsOf, type OwnList } from './own-items.ts'
import { presentOwn, presentOwnDetail } from './present.ts'
import { statsOf } from './stats.ts'
import { tableOf } from './table.ts'

type Studio = typeof studio
type ById = { params: { id: number }; viewer: { id: number } }
type Listed = { query: Omit<OwnList, 'kinds'> & { page: number; limit: number }; viewer: { id: number } }

const MOST_IN_TABLE = 10_000

const kindsOf = (kinds: Kind[]) => kinds.map((kind) => kind.toLowerCase() as ItemKind)

async function listed(app: App, ownerId: number, list: OwnList, shown: { page: number; limit: number }) {
  const { rows, total, counts } = await listOwn(app.db, ownerId, list, shown)
  const parts = await partsOf(
    app.db,
    rows.map(({ id }) => id),
  )
  const items = rows.map((row) => presentOwn(row, parts(row.id)))
  return { ...pageOf(items, { ...shown, total }), counts }
}

export async function ownDetail(app: App, ownerId: number, kind: ItemKind | null, id: number) {
  const row = await findOwn(app.db, ownerId, kind, id)
  return presentOwnDetail(app, row, (await partsOf(app.db, [id]))(id))
}

/** Acts on one own item, locked, in one transaction. */
const withOwn = (
  app: App,
  { params: { id }, viewer }: ById,
  kind: ItemKind | null,
  act: (tx: Tx, item: Owned, now: Date) => Promise<unknown>,
  { changesTitle = false } = {},
) =>
  app.db.transaction().execute(async (tx) => {
    if (changesTitle) await lockSlugs(tx) // before any row
    const [item] = await lockOwn(tx, viewer.id, [id])
    if (!item || (kind && item.kind !== kind)) throw notFound(kind ? kindNames[kind] : 'Item')
    await act(tx, item, app.clock.now())
  })

const ownRoutes = (app: App, kind: ItemKind) => ({
  list: ({ query: { page, limit, ...list }, viewer }: Listed) =>
    listed(app, viewer.id, { kinds: [kind], ...list }, { page, limit }),
  one: ({ params, viewer }: ById) => ownDetail(app, viewer.id, kind, params.id),
  async change(input: ById & { body: Edit }) {
    const changesTitle = (input.body.title ?? input.body.name) !== undefined
    await withOwn(app, input, kind, (tx, item, now) => edit(tx, item, input.body, now), { changesTitle })
    return ownDetail(app, input.viewer.id, kind, input.params.id)
  },
  async remove(input: ById) {
    await withOwn(app, input, kind, remove)
    return { deleted: true as const }
  },
})

const licenseRoutes = (app: App, kind: ItemKind): Pick<Handlers<Studio['myBeats']>, 'licenses' | 'changeLicenses'> => ({
  licenses: async ({ params, viewer }) => (await ownDetail(app, viewer.id, kind, params.id)).licenses,
  async changeLicenses(input) {
    await withOwn(app, input, kind, (tx, item, now) => changeLicenses(tx, item, input.body, now))
    return (await ownDetail(app, input.viewer.id, kind, input.params.id)).licenses
  },
})

const fileRoutes = (app: App, kind: ItemKind): Pick<Handlers<Studio['myBeats']>, 'addFiles'> => ({
  async addFiles({ params: { id }, body, viewer }) {
    await addFiles(app, viewer.id, { kind, id, sent: body })
    return ownDetail(app, viewer.id, kind, id)
  },
})

export const ownBeatRoutes = (app: App): Handlers<Studio['myBeats']> => ({
  ...ownRoutes(app, 'beat'),
  ...licenseRoutes(app, 'beat'),
  ...fileRoutes(app, 'beat'),
  async remakePreview({ params: { id }, body: { hasTag }, viewer }) {
    await remakePreview(app, viewer.id, id, hasTag)
    return ownDetail(app, viewer.id, 'beat', id)
  },
})

export const ownPackRoutes = (app: App): Handlers<Studio['myPacks']> => ({
  ...ownRoutes(app, 'pack'),
  ...licenseRoutes(app, 'pack'),
  ...fileRoutes(app, 'pack'),
})

export function ownKitRoutes(app: App): Handlers<Studio['myKits']> {
  const kits = ownRoutes(app, 'kit')
  return { ...kits, ...fileRoutes(app, 'kit'), mine: kits.list }
}

export function ownItemRoutes(app: App): Handlers<Studio['myItems']> {
  const move = (act: (tx: Tx, item: Owned, now: Date) => Promise<void>) => async (input: ById) => {
    await withOwn(app, input, null, act)
    return ownDetail(app, input.viewer.id, null, input.params.id)
  }
  return {
    list: ({ query: { kinds, page, limit, ...list }, viewer }) =>
      listed(app, viewer.id, { kinds: kindsOf(kinds), ...list }, { page, limit }),
    async stats({ query: { kinds, item, days }, viewer }) {
      if (item !== undefined) await findOwn(app.db, viewer.id, null, item)
      return statsOf(app.db, { ownerId: viewer.id, kinds: kindsOf(kinds), item }, days, app.clock.now())
    },
    table: ({ query: { kinds, ...list }, viewer, reply }) =>
      sendMade(app, reply, 'slide-items.csv', async () => {
        const all = { page: 0, limit: MOST_IN_TABLE }
        const { items } = await listed(app, viewer.id, { kinds: kindsOf(kinds), ...list }, all)
        return tableOf(items)
      }),
    bulk: ({ body, viewer }) => doInBulk(app, viewer.id, body),
    pause: move((tx, item, now) => turnSale(tx, item, 'pause', now)),
    resume: move((tx, item, now) => turnSale(tx, item, 'resume', now)),
    resubmit: move(resubmit),
    withdraw: move(withdraw),
  }
}
