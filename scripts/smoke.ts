import { readConfig, type Config } from '#server/config.ts'
import type { Method, NewPayment } from '#server/payments/port.ts'

/** The test keys of one provider. Live keys are refused with the sentence of the server. */
export function settingsOf<Name extends 'stripe' | 'paypal'>(name: Name, names: string): NonNullable<Config[Name]> {
  try {
    const settings = readConfig({ ...process.env, NODE_ENV: 'development', PAYMENTS_MODE: 'test' })[name]
    if (settings) return settings as NonNullable<Config[Name]>
    console.error(`Set ${names}.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  process.exit(1)
}

export const newPayment = (method: Method, key: string): NewPayment => ({
  key,
  method,
  cents: 100,
  orderId: 1,
  description: 'Slide: a test',
  returnUrl: 'https://slide.invalid/payment/confirm',
  cancelUrl: 'https://slide.invalid/checkout',
})

export function say(what: string, isSo: boolean, seen?: unknown) {
  console.log(`${isSo ? 'ok  ' : 'FAIL'}  ${what}`, seen ?? '')
  if (!isSo) process.exitCode = 1
}
