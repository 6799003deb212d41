import { call } from '#web/api/call.ts'
import { makeTurns } from '#web/api/in-turn.ts'

let ending: Promise<unknown> = Promise.resolve()

/** Ends an order that is not paid, so that others can buy what it holds. Without an answer it ends by itself later. */
export function endOrder(orderId: number) {
  ending = call('POST /checkout/cancel', { body: { orderId } }).catch(() => {})
}

const inTurn = makeTurns()

/**
 * Starts an order when the former one has come, and has ended where its buyer left it: the same cart would get that one
 * again.
 */
export const orderInTurn = <T>(start: () => Promise<T>) =>
  inTurn(async () => {
    await ending
    return start()
  })
