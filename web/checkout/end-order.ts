import { call } from '#web/api/call.ts'

let ending: Promise<unknown> = Promise.resolve()

/** Ends an order that is not paid, so that others can buy what it holds. Without an answer it ends by itself later. */
export function endOrder(orderId: number) {
  ending = call('POST /checkout/cancel', { body: { orderId } }).catch(() => {})
}

/** A new order waits for the end of the former one: the same cart would get that one again. */
export const formerEnded = () => ending
