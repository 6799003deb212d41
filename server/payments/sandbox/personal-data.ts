import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { Person, PersonalData } from '#server/services.ts'

/** A real provider keeps its books elsewhere. Those of the sandbox lie in the shop's database. */
export const sandboxData: PersonalData = {
  tables: { sandboxPayout: 'its address is removed, its sum stays in the books of the sandbox' },
  async exportOf(db, person) {
    const payouts = await payoutsTo(db, person)
      .select(['address', 'cents', 'state', 'createdAt'])
      .orderBy('id')
      .execute()
    return { payouts }
  },
  async forget(tx, person) {
    await tx
      .updateTable('sandboxPayout')
      .set({ address: '' })
      .where('id', 'in', payoutsTo(tx, person).select('id'))
      .execute()
  },
}

/** Only payouts since the account was made: the address may have belonged to somebody else before. */
const payoutsTo = (db: Db, { id, email, since }: Person) =>
  db
    .selectFrom('sandboxPayout')
    .where(
      sql<boolean>`(lower(address) = ${email.toLowerCase()}
        or exists (select from payout where account_id = ${id} and payout.address = sandbox_payout.address))`,
    )
    .where('createdAt', '>=', since)
