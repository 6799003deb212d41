import { sql } from 'kysely'
import type { PersonalData } from '#server/services.ts'
import { tellSoon } from './deleted-sharer.ts'

export const shareData: PersonalData = {
  tables: { share: 'kept: names the account’s number alone, for the books; it counts no longer' },
  exportOf: async (db, { id }) => ({
    shares: await db
      .selectFrom('share')
      .innerJoin('shareVersion as version', 'version.id', 'share.versionId')
      .innerJoin('item', 'item.id', 'version.itemId')
      .where('share.accountId', '=', id)
      .select(['item.title', 'share.points', 'share.state', 'version.state as versionState', 'version.proposedAt'])
      .select(['share.answeredAt', 'share.leftAt'])
      .orderBy('version.id')
      .execute(),
    sharesOfOwnItems: await db
      .selectFrom('shareVersion as version')
      .innerJoin('item', 'item.id', 'version.itemId')
      .where('item.ownerId', '=', id)
      .select(['item.title', 'version.number', 'version.state', 'version.ownerPoints', 'version.proposedAt'])
      .select(['version.activeAt', 'version.endedAt'])
      .orderBy('version.id')
      .execute(),
  }),
  /** A share that counts falls to the owner for later sales; one that was offered counts as declined. */
  async forget(tx, { id }, now) {
    await sql`select from share_version where id in (select version_id from share where account_id = ${id})
      and state in ('proposed', 'declined', 'active') order by id for no key update`.execute(tx)
    const left = await sql<Ended>`update share set state = 'left', left_at = ${now} from share_version version
      where version.id = version_id and account_id = ${id} and share.state = 'accepted' and version.state = 'active'
      returning version_id`.execute(tx)
    const declined =
      await sql<Ended>`update share set state = 'declined', answered_at = ${now} from share_version version
      where version.id = version_id and account_id = ${id} and share.state in ('invited', 'accepted')
        and version.state in ('proposed', 'declined') returning version_id`.execute(tx)
    await sql`update share_version version set state = 'declined' where state = 'proposed'
      and exists (select from share where version_id = version.id and account_id = ${id})`.execute(tx)
    await sql`update share_version version set state = 'ended', ended_at = ${now} where state = 'active'
      and exists (select from share where version_id = version.id and account_id = ${id})
      and not exists (select from share where version_id = version.id and state = 'accepted')
      and not exists (select from share_version change
        where change.item_id = version.item_id and change.state in ('proposed', 'declined'))`.execute(tx)
    await tellSoon(
      tx,
      [...left.rows, ...declined.rows].map(({ versionId }) => versionId),
      id,
    )
  },
}
type Ended = { versionId: number }
