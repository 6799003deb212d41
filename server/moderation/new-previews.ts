import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import type { App } from '#server/services.ts'
import { isAdmin, presentWave } from './masters.ts'

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
