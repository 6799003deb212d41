import { randomUUID } from 'node:crypto'
import type { DisputeState } from '#server/db/types.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { emit } from './events.ts'
import { find } from './payments.ts'
import type { Sandboxed } from './sandboxed.ts'

/** Opens a dispute about a paid payment as a buyer's bank would, or decides it. */
export async function dispute(box: Sandboxed, payment: string, state: DisputeState) {
  const { id, state: paymentState, cents } = await find(box, payment)
  if (paymentState !== 'paid') throw new ProviderRefused('Only a paid payment can be disputed.')
  await box.db.transaction().execute(async (tx) => {
    const { reference } = await tx
      .insertInto('sandboxDispute')
      .values({
        paymentId: id,
        reference: `sbd_${randomUUID()}`,
        cents,
        state,
        reason: 'The cardholder does not know this payment.',
        createdAt: box.clock.now(),
      })
      .onConflict((conflict) => conflict.column('paymentId').doUpdateSet({ state }))
      .returning('reference')
      .executeTakeFirstOrThrow()
    await emit(box, tx, { about: 'dispute', reference })
  })
}
