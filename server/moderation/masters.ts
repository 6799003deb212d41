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
export const presentWave = (wave: Bands | undefined) =>
  wave?.fullBand && wave.lowBand
    ? { full: wave.fullBand.toString('base64'), low: wave.lowBand.toString('base64') }
    : null

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
