import { sql } from 'kysely'
import type { Switch } from '#contract/house-values.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { listPages } from '#server/db/list-pages.ts'

/** Everything that admins can do with things of other people. */
export type RecordedAction = {
  action:
    | 'retry mail'
    | 'delete comment'
    | 'remove message'
    | `${'close' | 'open'} contact message`
    | 'make admin'
    | 'release account'
    | 'end admin'
    | 'ban'
    | 'lift ban'
    | 'uphold ban'
    | 'grant plan'
    | 'end granted plan'
    | 'approve item'
    | 'reject item'
    | 'approve title'
    | 'reject title'
    | 'approve change'
    | 'reject change'
    | 'take item down'
    | 'put item back'
    | 'feature item'
    | 'end feature of item'
    | 'clear match'
    | 'dismiss report'
    | 'add reason'
    | 'change reason'
    | 'delete reason'
    | 'refund order'
    | 'settle difference'
    | 'decide problem'
    | 'make evidence pack'
    | 'approve payout'
    | 'hold payout'
    | 'retry payout'
    | 'settle payout'
    | 'pause promotion'
    | 'resume promotion'
    | `${'pause' | 'resume'} ${'code' | 'deal'}`
    | 'add synonym'
    | 'remove synonym'
    | 'release referral'
    | 'refuse referral'
    | `${'stop' | 'resume'} ${Switch}`
    | 'change setting'
    | 'tick task off'
    | 'undo tick'
    | 'send announcement'
    | 'stop announcement'
  subject: {
    kind:
      | 'mail'
      | 'comment'
      | 'message'
      | 'contact message'
      | 'account'
      | 'item'
      | 'report'
      | 'reason'
      | 'order'
      | 'problem'
      | 'payout'
      | 'promotion'
      | 'code'
      | 'deal'
      | 'synonym'
      | 'setting'
      | 'task'
      | 'announcement'
    id: number
  }
  reason?: string
}

/** Records an admin's action in the same transaction. Without an admin it was done on the command line. */
export const record = (
  { clock }: { clock: Clock },
  tx: Tx,
  adminId: number | null,
  { action, subject, reason = '' }: RecordedAction,
) =>
  tx
    .insertInto('adminAction')
    .values({ adminId, action, subjectKind: subject.kind, subjectId: subject.id, reason, createdAt: clock.now() })
    .execute()

/** Numbers of other things are looked up in no index of items. */
const ITEM = sql<number | null>`case when subject_kind = 'item' then subject_id end`

const actions = (db: Db) =>
  db
    .selectFrom('adminAction')
    .leftJoin('account', 'account.id', 'adminAction.adminId')
    .leftJoin('item', (join) => join.on('item.id', '=', ITEM))

type Asked = { page: number; limit: number; account?: number | undefined }

const pageOfActions = listPages((db, { account }: { account: number | undefined }, { isOfAccount }: Shape) => ({
  found: db
    .selectFrom('adminAction')
    .where(isOfAccount ? sql<boolean>`subject_kind = 'account' and subject_id = ${account}` : sql<boolean>`true`)
    .select('id')
    .orderBy('id', 'desc'),
  rowOf: (id) =>
    actions(db).where('adminAction.id', '=', id).selectAll('adminAction').select(['account.handle', 'item.title']),
}))
type Shape = { isOfAccount: boolean }

/** One page of all actions, or of those on one account, newest first. */
export const listActions = (db: Db, { account, ...page }: Asked) =>
  pageOfActions(db, { given: { account }, shape: { isOfAccount: account !== undefined }, ...page })
