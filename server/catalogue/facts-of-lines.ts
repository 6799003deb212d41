import { sql } from 'kysely'
import type { LineItem } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-types.ts'
import { listed, type Db } from '#server/db/connect.ts'
import { presentCard } from '#server/items/index.ts'
import { cardsOf } from './cards.ts'
import { filesOf, typeOf } from './present.ts'

type Asked = { id: number; license: LicenseType | null }

/** The facts of items for the lines of a cart. Drafts have facts, too: the caller leaves out items that nobody may see. */
export async function factsOfLines(db: Db, asked: readonly Asked[]): Promise<(LineItem | null)[]> {
  const ids = asked.map(({ id }) => id)
  const cards = new Map((await cardsOf(db, ids)).map((row) => [row.id, presentCard(row)]))
  const files = Map.groupBy(await presentFiles(db, ids), ({ itemId }) => itemId)
  return asked.map(({ id, license }) => {
    const card = cards.get(id)
    return card ? factsOf(card, files.get(id) ?? [], license) : null
  })
}

type FileRow = Awaited<ReturnType<typeof presentFiles>>[number]

function factsOf(
  card: ReturnType<typeof presentCard>,
  rows: readonly FileRow[],
  license: LicenseType | null,
): LineItem {
  const { style, ownerPlan, type, trackCount } = card
  const files = license ? filesOf(license, rows) : [...new Set(rows.map(typeOf))]
  const delivered = rows.filter((row) => files.includes(typeOf(row)))
  return { style, ownerPlan, files, type, trackCount, bytes: delivered.reduce((sum, row) => sum + row.bytes, 0) }
}

const presentFiles = (db: Db, ids: number[]) =>
  db
    .selectFrom('itemFile')
    .where(sql<boolean>`item_id = any(${listed(ids)})`)
    .where('isPresent', '=', true)
    .groupBy(['itemId', 'role', 'mediaType'])
    .select(['itemId', 'role', 'mediaType', sql<number>`sum(size_bytes)::bigint`.as('bytes')])
    .execute()
