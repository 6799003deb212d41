import { compareTaker } from './compare.ts'
import type { LineKinds } from './line-kinds.ts'
import { paymentTaker } from './reconcile.ts'
import { refundTaker } from './refunds.ts'
import { endTaker } from './subscribed.ts'

export const checkoutTakers = (kinds: LineKinds) => [paymentTaker(kinds), refundTaker(kinds), compareTaker, endTaker]
