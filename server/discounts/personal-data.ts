import type { PersonalData } from '#server/services.ts'
import { lockSeller } from './sellers.ts'

/** The admin who paused it is another person. */
const withoutAdmin = <Row extends { heldBy: number | null }>(row: Row) => ({ ...row, heldBy: undefined })

export const discountData: PersonalData = {
  tables: {
    discountCode: 'removed: orders keep what it took off, under its name',
    deal: 'removed',
  },
  async exportOf(db, { id }) {
    const [codes, deals] = await Promise.all([
      db.selectFrom('discountCode').where('sellerId', '=', id).selectAll().orderBy('id').execute(),
      db.selectFrom('deal').where('sellerId', '=', id).selectAll().orderBy('id').execute(),
    ])
    return { discountCodes: codes.map(withoutAdmin), deals: deals.map(withoutAdmin) }
  },
  async forget(tx, { id }) {
    await lockSeller(tx, id)
    await tx.deleteFrom('discountCode').where('sellerId', '=', id).execute()
    await tx.deleteFrom('deal').where('sellerId', '=', id).execute()
  },
}
