import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import { isInUse } from '#server/items/index.ts'
import type { App } from '#server/services.ts'

/** The masters of beats, present and proposed. */
const masters = (db: Db) =>
  db
    .selectFrom('itemFile')
    .innerJoin('item', 'item.id', 'itemFile.itemId')
    .where('item.kind', '=', 'beat')
    .where('item.deletedAt', 'is', null)
    .where('itemFile.role', '=', 'master')
    .where(isInUse('itemFile'))
    .select(['itemFile.id', 'itemFile.storageKey'])

/** Admins hear the master itself, by an address for this admin alone. */
export async function masterOfBeat(app: App, adminId: number, itemId: number, isProposed: boolean) {
  const file = await masters(app.db)
    .where('item.id', '=', itemId)
    .where('itemFile.isProposed', '=', isProposed)
    .executeTakeFirst()
  if (!file) throw notFound('Master')
  const columns = ['fullBand', 'lowBand'] as const
  const wave = await (isProposed
    ? app.db.selectFrom('itemProposal').where('itemId', '=', itemId).select(columns).executeTakeFirst()
    : app.db.selectFrom('itemWave').where('itemId', '=', itemId).select(columns).executeTakeFirst())
  return {
    url: signedUrl(app, { purpose: 'master', file: String(file.id), account: adminId }),
    wave: presentWave(wave),
  }
}

type Bands = { fullBand: Buffer | null; lowBand: Buffer | null }
const presentWave = (wave: Bands | undefined) =>
  wave?.fullBand && wave.lowBand
    ? { full: wave.fullBand.toString('base64'), low: wave.lowBand.toString('base64') }
    : null

/** The previews of beats on sale that were made anew and wait for the review. */
const newPreviews = (db: Db) =>
  db
    .selectFrom('itemProposal as proposal')
    .innerJoin('item', 'item.id', 'proposal.itemId')
    .leftJoin('itemWave as wave', 'wave.itemId', 'item.id')
    .where('item.kind', '=', 'beat')
    .where('item.deletedAt', 'is', null)
    .where('proposal.hasPreview', '=', true)
    .where('proposal.previewKey', 'is not', null)
    .select(['item.id', 'proposal.previewKey'])
    .select((select) => [
      select.fn.coalesce('proposal.fullBand', 'wave.fullBand').as('fullBand'),
      select.fn.coalesce('proposal.lowBand', 'wave.lowBand').as('lowBand'),
    ])

/** Admins hear a new preview before the shop plays it. This is no play of the beat, so the address is no public one. */
export async function newPreviewOfBeat(app: App, adminId: number, itemId: number) {
  const row = await newPreviews(app.db).where('item.id', '=', itemId).executeTakeFirst()
  if (!row) throw notFound('Preview')
  return {
    url: signedUrl(app, { purpose: 'newPreview', file: String(itemId), account: adminId }),
    wave: presentWave(row),
  }
}

export const findNewPreview =
  (app: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    if (id === null || !(await isAdmin(app, account))) return null
    const row = await newPreviews(app.db).where('item.id', '=', id).executeTakeFirst()
    return row?.previewKey ? { key: row.previewKey } : null
  }

/** An admin that lost the role loses the file, too. */
export const findMaster =
  (app: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    if (id === null || !(await isAdmin(app, account))) return null
    const file = await masters(app.db).where('itemFile.id', '=', id).executeTakeFirst()
    return file ? { key: file.storageKey } : null
  }

export const isAdmin = async ({ db }: Pick<App, 'db'>, id: number) =>
  Boolean(
    await db.selectFrom('account').where('id', '=', id).where('isAdmin', '=', true).select('id').executeTakeFirst(),
  )
