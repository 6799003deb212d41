import { PLANS } from '#contract/plans.ts'
import type { Adjuster } from '#server/checkout/index.ts'

/** The seller's plan takes percent off promotions. It stands after credits: they count before it. */
export const planDiscount: Adjuster = {
  async adjust(db, { buyer, lines }) {
    const promoted = lines.filter(({ kind }) => kind === 'promotion').map(({ id }) => id)
    if (buyer === null || promoted.length === 0) return { places: [] }
    const { plan } = await db.selectFrom('account').where('id', '=', buyer).select('plan').executeTakeFirstOrThrow()
    const { name, promotionBasisPoints: basisPoints } = PLANS[plan]
    const reason = `${name}, ${basisPoints / 100}% off`
    return { places: [{ kind: 'plan', reason, lines: promoted, off: { basisPoints } }] }
  },
}
