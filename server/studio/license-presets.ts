import { sql } from 'kysely'
import type { LicensePresets } from '#contract/license-presets.ts'
import type { studio } from '#contract/studio.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { LicenseType } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { cents, dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'

const MOST = 20

type Preset = LicensePresets['presets'][number]

export const licensePresetRoutes = ({ db }: App): Handlers<(typeof studio)['licensePresets']> => ({
  async list({ viewer }) {
    const [presets, newest] = await Promise.all([presetsOf(db, viewer.id), newestOf(db, viewer.id)])
    return { presets, newest }
  },

  save: ({ viewer, body: { name, licenses } }) =>
    db.transaction().execute(async (tx) => {
      await lockPresets(tx, viewer.id)
      const id = await namePreset(tx, viewer.id, name)
      const tiers = licenses.map(({ type, enabled, price }) => ({
        presetId: id,
        type,
        enabled,
        priceCents: cents(price),
      }))
      await tx.deleteFrom('licensePresetTier').where('presetId', '=', id).execute()
      await tx.insertInto('licensePresetTier').values(tiers).execute()
      return (await presetsOf(tx, viewer.id)).find((preset) => preset.id === id)!
    }),

  remove: ({ viewer, params: { id } }) =>
    db.transaction().execute(async (tx) => {
      const gone = await removePresets(tx, viewer.id, id)
      if (gone === 0) throw notFound('Preset')
      return { ok: true } as const
    }),
})

/** Removes one preset of the account, or all. Gives their number. */
export async function removePresets(tx: Tx, accountId: number, id?: number) {
  await lockPresets(tx, accountId)
  const gone = await tx
    .deleteFrom('licensePreset')
    .where('accountId', '=', accountId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute()
  return gone.length
}

/** Changes of one account take turns: else it could have two presets of one name, a preset without prices, or too many. */
const lockPresets = (tx: Tx, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('license presets'), ${accountId}::int)`.execute(tx)

/** Adds a preset, or spells the name of the one that is there as given. Gives its id. */
async function namePreset(tx: Tx, accountId: number, name: string) {
  const own = await tx
    .selectFrom('licensePreset')
    .where('accountId', '=', accountId)
    .select(['id', sql<boolean>`lower(name) = lower(${name})`.as('isSame')]) // as its index does
    .execute()
  const id = own.find(({ isSame }) => isSame)?.id
  if (id !== undefined) {
    await tx.updateTable('licensePreset').set({ name }).where('id', '=', id).execute()
    return id
  }
  if (own.length >= MOST)
    throw conflict(
      'too_many_presets',
      `You have ${MOST} presets, which is the most. Remove one, or save under its name to replace it.`,
    )
  const added = tx.insertInto('licensePreset').values({ accountId, name }).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

/** One query: a preset that is replaced meanwhile shows its old prices or its new ones, never none. */
export async function presetsOf(db: Db | Tx, accountId: number) {
  const rows = await db
    .selectFrom('licensePreset as preset')
    .innerJoin('licensePresetTier as tier', 'tier.presetId', 'preset.id')
    .where('preset.accountId', '=', accountId)
    .select(['preset.id', 'preset.name', 'tier.type', 'tier.enabled', 'tier.priceCents'])
    .orderBy(sql`lower(preset.name)`)
    .orderBy('tier.type')
    .execute()
  const presets = new Map<number, Preset>()
  for (const { id, name, ...license } of rows) {
    const preset = presets.get(id) ?? { id, name, licenses: [] }
    preset.licenses.push(presentLicense(license))
    presets.set(id, preset)
  }
  return [...presets.values()]
}

async function newestOf(db: Db, ownerId: number): Promise<LicensePresets['newest']> {
  const item = await db
    .selectFrom('item')
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where((item) =>
      item.exists(item.selectFrom('license').whereRef('itemId', '=', 'item.id').where('enabled', '=', true)),
    )
    .orderBy('id', 'desc')
    .select(['id', 'title'])
    .executeTakeFirst()
  if (!item) return null
  const licenses = await db
    .selectFrom('license')
    .where('itemId', '=', item.id)
    .select(['type', 'enabled', 'priceCents'])
    .orderBy('type')
    .execute()
  return { title: item.title, licenses: licenses.map(presentLicense) }
}

type Row = { type: LicenseType; enabled: boolean; priceCents: number }
const presentLicense = ({ type, enabled, priceCents }: Row) => ({ type, enabled, price: dollars(priceCents) })
