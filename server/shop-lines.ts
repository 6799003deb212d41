import type { LineKinds } from '#server/checkout/index.ts'
import { itemLine } from '#server/library/index.ts'
import { planLine } from '#server/plans/index.ts'

/** The kinds of lines that this shop sells. */
export const shopLines: LineKinds = { beat: itemLine, pack: itemLine, kit: itemLine, subscription: planLine }
