import { notFound } from '#server/errors.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import { presentFile } from '#server/items/index.ts'
import type { App } from '#server/services.ts'

const masterOf = ({ db }: Pick<App, 'db'>, itemId: number) =>
  presentFile(db, 'master')
    .innerJoin('item', 'item.id', 'itemFile.itemId')
    .where('item.id', '=', itemId)
    .where('item.kind', '=', 'beat')
    .where('item.deletedAt', 'is', null)
    .executeTakeFirst()

/** Admins hear the master itself, by an address for this admin alone. */
export async function masterOfBeat(app: App, itemId: number, adminId: number) {
  const file = await masterOf(app, itemId)
  if (!file) throw notFound('Master')
  const wave = await app.db
    .selectFrom('itemWave')
    .where('itemId', '=', itemId)
    .select(['fullBand', 'lowBand'])
    .executeTakeFirst()
  return {
    url: signedUrl(app, { purpose: 'master', file: String(itemId), account: adminId }),
    wave: wave ? { full: wave.fullBand.toString('base64'), low: wave.lowBand.toString('base64') } : null,
  }
}

/** An admin that lost the role loses the file, too. */
export const findMaster =
  (app: App): FindFile =>
  async (name, account) => {
    const itemId = idIn(name)
    if (itemId === null || !(await isAdmin(app, account))) return null
    const file = await masterOf(app, itemId)
    return file ? { key: file.storageKey } : null
  }

export const isAdmin = async ({ db }: Pick<App, 'db'>, id: number) =>
  Boolean(
    await db.selectFrom('account').where('id', '=', id).where('isAdmin', '=', true).select('id').executeTakeFirst(),
  )
