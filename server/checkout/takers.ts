import { compareTaker } from './compare.ts'
import { disputeTaker } from './disputes.ts'
import { paymentTaker } from './reconcile.ts'
import { refundTaker } from './refunds.ts'
import type { Goods, Watch } from './shop.ts'
import { endTaker } from './subscribed.ts'

export const checkoutTakers = (goods: Goods, watch: Watch) => [
  paymentTaker(goods),
  disputeTaker(goods, watch),
  refundTaker(goods, watch),
  compareTaker(goods, watch),
  endTaker,
]
