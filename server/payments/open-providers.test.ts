import { expect, test } from 'vitest'
import { runNode } from '#test/child.ts'
import { PAYPAL_SECRETS as paypal } from '#test/paypal-emulator.ts'
import { STRIPE_SECRETS as stripe } from '#test/stripe-emulator.ts'
import { createWorld } from '#test/world.ts'
import { openPayments } from './open-payments.ts'
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
  const world = await createWorld()
  const { db, authSecret: secret } = world.app
  const config = { ...world.app.config, paymentsMode: 'sandbox' as const, stripe, paypal }
  const { payments } = await openPayments(config, { db, secret, address: () => 'http://127.0.0.1' })
  expect(payments.providers.map(({ name }) => name)).toEqual(['sandbox'])
  await world.close()
})

test('a database keeps the mode of its first start', async () => {
  const world = await createWorld()
  const { db, authSecret: secret } = world.app
  const open = (paymentsMode: 'sandbox' | 'test') =>
    openPayments(
      { ...world.app.config, paymentsMode, stripe, paypal },
      { db, secret, address: () => 'http://127.0.0.1' },
    )
  await open('sandbox')
  await open('sandbox')
  await expect(open('test')).rejects.toThrow('This database has orders of play money')
  await world.close()
})

test('Stripe’s SDK is loaded only when Stripe is switched on', async () => {
  const node = runNode(['test/programs/loaded-stripe.ts'])
  await node.ended()
  expect(node.said()).toContain('loaded: false, then true.')
})
