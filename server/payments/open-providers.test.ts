import { expect, test } from 'vitest'
import { runNode } from '#test/child.ts'
import { PAYPAL_SECRETS as paypal } from '#test/paypal-emulator.ts'
import { STRIPE_SECRETS as stripe } from '#test/stripe-emulator.ts'
import { openProviders } from './open-providers.ts'

test('a shop has the providers whose keys are set', async () => {
  const names = async (given: { paypal?: typeof paypal; stripe?: typeof stripe }) => {
    const providers = await openProviders({ paymentsMode: 'test', paypal: undefined, stripe: undefined, ...given })
    return providers.map(({ name, methods }) => [name, ...methods])
  }
  expect(await names({ paypal, stripe })).toEqual([
    ['paypal', 'paypal'],
    ['stripe', 'credit', 'google'],
  ])
  expect(await names({ stripe })).toEqual([['stripe', 'credit', 'google']])
  expect(await names({ paypal })).toEqual([['paypal', 'paypal']])
})

test('a sandbox never reaches a real provider, whatever keys are set', async () => {
  const providers = await openProviders({ paymentsMode: 'sandbox', paypal, stripe })
  expect(providers.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['paypal']))
  expect(providers.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['stripe']))
})

test('Stripe’s SDK is loaded only when Stripe is switched on', async () => {
  const node = runNode(['test/programs/loaded-stripe.ts'])
  await node.ended()
  expect(node.said()).toContain('loaded: false, then true.')
})
