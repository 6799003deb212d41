import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { SandboxSubscription } from '#server/db/types.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { emit } from './events.ts'
import type { Sandboxed } from './sandboxed.ts'

export type SubscriptionRow = Selectable<SandboxSubscription>

const byReference = (db: Db | Tx, reference: string) =>
  db.selectFrom('sandboxSubscription').where('reference', '=', reference).selectAll()
const missing = () => new ProviderRefused('No such subscription.')

export const findSubscription = ({ db }: Pick<Sandboxed, 'db'>, reference: string): Promise<SubscriptionRow> =>
  byReference(db, reference).executeTakeFirstOrThrow(missing)

export const lockSubscription = (tx: Tx, reference: string): Promise<SubscriptionRow> =>
  byReference(tx, reference).forUpdate().executeTakeFirstOrThrow(missing)

/** Changes a locked subscription, and tells the shop by an event. */
export async function changeSubscription(
  box: Sandboxed,
  tx: Tx,
  { id, reference }: SubscriptionRow,
  values: Updateable<SandboxSubscription>,
) {
  await tx.updateTable('sandboxSubscription').set(values).where('id', '=', id).execute()
  await emit(box, tx, { about: 'subscription', reference })
}
