import { sql } from 'kysely'
import type { Invitation, OwnShare, Splits } from '#contract/shares.ts'
import type { Db } from '#server/db/connect.ts'
import { coverUrl, kinds } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'
import { presentPerson, presentSplit } from './present.ts'
import { versionsById, versionsOf, type Version } from './versions.ts'

const MOST = 200

/** All that a person has to do with shares. */
export async function splitsOf(db: Db, accountId: number): Promise<Splits> {
  const [ownIds, asked] = await Promise.all([ownItems(db, accountId), askedOf(db, accountId)])
  const versions = await versionsById(db, asked)
  const ids = [...new Set([...ownIds, ...versions.map(({ itemId }) => itemId)])]
  const [items, own, earned] = await Promise.all([
    itemsOf(db, ids),
    versionsOf(db, ownIds),
    earnedBy(db, accountId, ids),
  ])
  const mine = versions.map((version) => ({
    version,
    share: version.shares.find((one) => one.accountId === accountId)!,
    row: items.get(version.itemId)!,
  }))
  const counting = mine.filter(({ version, share }) => version.state === 'active' && share.state === 'accepted')
  const present = new Map(counting.map(({ version, share }) => [version.itemId, share.points]))
  return {
    invitations: mine.flatMap((one) => presentInvitation(one, present)).slice(0, MOST),
    shares: newestOfItem(mine)
      .map((one) => presentShare(one, earned))
      .slice(0, MOST),
    own: ownIds.map((id) => ({
      item: presentItem(items.get(id)!),
      split: presentSplit(own.filter(({ itemId }) => itemId === id)),
    })),
  }
}

type Mine = { version: Version; share: Version['shares'][number]; row: ItemRow }

function presentInvitation({ version, share, row }: Mine, present: ReadonlyMap<number, number>): Invitation[] {
  const { id, state, itemId, shares, proposedAt } = version
  if (state !== 'proposed' || row.deletedAt !== null) return []
  return [
    {
      id,
      item: presentItem(row),
      owner: ownerOf(row),
      points: share.points,
      present: present.get(itemId) ?? null,
      isAccepted: share.state === 'accepted',
      waitsFor: shares.filter((one) => one.state === 'invited').length,
      proposedAt: proposedAt.toISOString(),
    },
  ]
}

/** One share of each item: the one that counts, else the last that did. */
function newestOfItem(mine: readonly Mine[]) {
  const had = mine.filter(({ version: { state } }) => state === 'active' || state === 'replaced' || state === 'ended')
  return had.filter(({ version }, nth) => had.findIndex((one) => one.version.itemId === version.itemId) === nth)
}

const presentShare = ({ version: { id, itemId, state }, share, row }: Mine, earned: Map<number, number>): OwnShare => ({
  id,
  item: presentItem(row),
  owner: ownerOf(row),
  points: share.points,
  isActive: state === 'active' && share.state === 'accepted' && row.deletedAt === null,
  earned: dollars(earned.get(itemId) ?? 0),
})

/** The newest versions in which a person was named. */
const askedOf = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('share')
      .where('accountId', '=', accountId)
      .select('versionId')
      .orderBy('versionId', 'desc')
      .limit(1000)
      .execute()
  ).map(({ versionId }) => versionId)

const ownItems = async (db: Db, ownerId: number) =>
  (
    await db
      .selectFrom('item')
      .where('ownerId', '=', ownerId)
      .where('deletedAt', 'is', null)
      .where('id', 'in', (versions) =>
        versions.selectFrom('shareVersion').where('state', 'in', ['proposed', 'declined', 'active']).select('itemId'),
      )
      .select('id')
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute()
  ).map(({ id }) => id)

const itemsOf = async (db: Db, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('item')
    .innerJoin('account as owner', 'owner.id', 'item.ownerId')
    .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
    .select(['item.id', 'item.kind', 'item.title', 'item.slug', 'item.coverKey', 'item.status', 'item.deletedAt'])
    .select(['item.ownerId', 'owner.handle', 'owner.avatarKey'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
type ItemRow = NonNullable<ReturnType<Awaited<ReturnType<typeof itemsOf>>['get']>>

const presentItem = (row: ItemRow) => ({
  id: row.id,
  kind: kinds[row.kind],
  title: row.title,
  slug: row.slug,
  coverUrl: coverUrl(row),
  hasPage: row.deletedAt === null && (row.status === 'published' || row.status === 'sold'),
})
const ownerOf = ({ ownerId, handle, avatarKey }: ItemRow) => presentPerson({ accountId: ownerId, handle, avatarKey })

/** The earnings by shares in items of others, as the books credited them, less refunds. */
async function earnedBy(db: Db, accountId: number, itemIds: readonly number[]) {
  const { rows } = await sql<{ itemId: number; cents: number }>`
    select sold.item_id, sum(line.cents)::bigint as cents from order_line sold
    join ledger_line line on line.subject = 'order-line:' || sold.id
    join ledger_account owned on owned.id = line.account_id and owned.kind = 'earnings' and owned.owner_id = ${accountId}
    where sold.item_id = any(${itemIds}::bigint[]) and sold.seller_id <> ${accountId}
    group by sold.item_id`.execute(db)
  return new Map(rows.map(({ itemId, cents }) => [itemId, cents]))
}
