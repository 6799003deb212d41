import type { Goods } from '#server/checkout/index.ts'
import { creditAdjuster } from '#server/credits/index.ts'
import { codeAdjuster, dealAdjuster } from '#server/discounts/index.ts'
import { itemLine } from '#server/library/index.ts'
import { planLine } from '#server/plans/index.ts'
import { planDiscount, promotionLine } from '#server/promotions/index.ts'

/** All that this shop sells, and what takes something off its prices. */
export const goods: Goods = {
  kinds: { beat: itemLine, pack: itemLine, kit: itemLine, subscription: planLine, promotion: promotionLine },
  adjusters: [dealAdjuster, codeAdjuster, creditAdjuster, planDiscount],
}
