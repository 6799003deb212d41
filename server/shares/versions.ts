import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ShareState } from '#contract/share-limits.ts'
import type { Db, Tx } from '#server/db/connect.ts'

type VersionState = 'proposed' | 'declined' | 'active' | 'replaced' | 'ended' | 'canceled'
/** A version that waits for its people or for its owner. */
export const isOpen = ({ state }: { state: VersionState }) => state === 'proposed' || state === 'declined'

const versions = (db: Db | Tx) =>
  db
    .selectFrom('shareVersion as version')
    .select(['version.id', 'version.itemId', 'version.number', 'version.ownerPoints', 'version.proposedAt'])
    .select((select) => [
      sql<VersionState>`version.state`.as('state'),
      jsonArrayFrom(
        select
          .selectFrom('share')
          .innerJoin('account', 'account.id', 'share.accountId')
          .whereRef('share.versionId', '=', 'version.id')
          .select(['share.accountId', 'share.points', 'account.handle', 'account.email', 'account.avatarKey'])
          .select(sql<ShareState>`share.state`.as('state'))
          .orderBy('share.points', 'desc')
          .orderBy('share.accountId'),
      ).as('shares'),
    ])
export type Version = Awaited<ReturnType<typeof versionsOf>>[number]
export type Share = Version['shares'][number]

const PRESENT: readonly VersionState[] = ['proposed', 'declined', 'active']

/** The versions of items that count or wait. */
export const versionsOf = (db: Db | Tx, itemIds: readonly number[]) =>
  versions(db)
    .where(sql<boolean>`version.item_id = any(${itemIds}::bigint[])`)
    .where('version.state', 'in', PRESENT)
    .orderBy('version.id', 'desc')
    .execute()

export const versionsById = (db: Db | Tx, ids: readonly number[]) =>
  versions(db)
    .where(sql<boolean>`version.id = any(${ids}::bigint[])`)
    .orderBy('version.id', 'desc')
    .execute()

/** A deletion of somebody else's account changes versions without a lock of their items, and locks them in this order. */
export const lockVersions = (tx: Tx, itemId: number) =>
  tx
    .selectFrom('shareVersion')
    .where('itemId', '=', itemId)
    .where('state', 'in', PRESENT)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The version of one item that counts, and the one that waits. */
export async function presentOf(db: Db | Tx, itemId: number) {
  const rows = await versionsOf(db, [itemId])
  return { active: rows.find(({ state }) => state === 'active') ?? null, open: rows.find(isOpen) ?? null }
}

export const setState = (tx: Tx, { id }: Pick<Version, 'id'>, state: VersionState, now: Date) =>
  tx
    .updateTable('shareVersion')
    .set({
      state,
      ...(state === 'active' && { activeAt: now }),
      ...((state === 'replaced' || state === 'ended' || state === 'canceled') && { endedAt: now }),
    })
    .where('id', '=', id)
    .execute()

/** The people who earn by a version. */
export const earning = ({ shares }: Version) => shares.filter(({ state }) => state === 'accepted')
