import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { pageOf } from '#server/http/paging.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import { isInUse } from '#server/items/index.ts'
import type { App } from '#server/services.ts'

/** A former file is removed if another one took its place before the item went on sale. An MP3 goes with its source. */
const isStored = sql<SqlBool>`${isInUse('itemFile')} or (item.published_at is not null and not exists (
  select from item_file later where later.item_id = item_file.item_id and later.id > item_file.id
    and later.created_at <= item.published_at and later.role = case when item_file.role <> 'mp3' then item_file.role
      when item_file.track_id is null then 'master' else 'archive' end))`

const filesOf = (db: Db, accountId: number) =>
  db
    .selectFrom('itemFile')
    .innerJoin('item', 'item.id', 'itemFile.itemId')
    .where('item.ownerId', '=', accountId)
    .where('item.deletedAt', 'is', null)
    .where(sql<SqlBool>`(${isStored})`)

/** The files of all items of a person, each with an address of its own. */
export async function listOwnFiles(app: App, accountId: number, { page, limit }: { page: number; limit: number }) {
  const own = filesOf(app.db, accountId)
  const [rows, { total }] = await Promise.all([
    own
      .select(['itemFile.id', 'itemFile.role', 'itemFile.name', 'itemFile.sizeBytes', 'item.title'])
      .orderBy('item.id', 'desc')
      .orderBy('itemFile.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    own.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map(({ id, role, name, sizeBytes, title }) => ({
    item: title,
    role,
    name,
    bytes: sizeBytes,
    url: signedUrl(app, { purpose: 'ownFile', file: String(id), account: accountId }),
  }))
  return pageOf(items, { page, limit, total })
}

export const findOwnFile =
  (app: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    const file =
      id === null
        ? null
        : await filesOf(app.db, account)
            .where('itemFile.id', '=', id)
            .select(['itemFile.storageKey', 'itemFile.name'])
            .executeTakeFirst()
    return file ? { key: file.storageKey, download: file.name } : null
  }
