import { compareTaker } from './compare.ts'
import { paymentTaker } from './reconcile.ts'
import { refundTaker } from './refunds.ts'
import type { Goods } from './shop.ts'
import { endTaker } from './subscribed.ts'

export const checkoutTakers = (goods: Goods) => [paymentTaker(goods), refundTaker(goods), compareTaker, endTaker]
