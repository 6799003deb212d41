import type { Page } from '@playwright/test'
import { stored } from './shelves.ts'
import { emulateStripe } from './stripe-stub.ts'
import { seller } from './studio.ts'
import { expect, expectAccessible, expectRefusal, keepSession, test } from './test.ts'

// A shop with the real adapters for Stripe and PayPal, whose providers are emulated.
test.use({ baseURL: process.env.REAL_URL ?? '' })

const payment = (page: Page) => page.getByRole('region', { name: 'Payment' })
const way = (page: Page, name: string) => payment(page).getByRole('button', { name: `Pay with ${name}` })

/** A new person, signed in, with one license in the cart, at the checkout. */
async function atCheckout(page: Page) {
  await emulateStripe(page)
  const person = await seller(page.request)
  await keepSession(page, person.email, person.password)
  await page.goto('/track/night-bus')
  await page.evaluate(() => Object.assign(window, { isFormerDocument: true }))
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toHaveCount(0)
  await payment(page).getByLabel('Your legal name').fill('Nadia Åström-Bello')
}
const isFormerDocument = (page: Page) => page.evaluate(() => 'isFormerDocument' in window)

async function payWith(page: Page, number: string) {
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill(number)
  await form.getByRole('button', { name: 'Pay $29.95' }).click()
}
const expectBought = async (page: Page) => {
  await expect(page).toHaveURL(/\/order\/complete\?orderId=\d+$/)
  await expect(page.getByText('Purchase completed!')).toBeVisible()
  expect(await stored(page)).toEqual([])
}

test('Stripe’s card form: a decline, a failed and a passed question of the bank', async ({ page, complaints }) => {
  await atCheckout(page)
  await way(page, 'Credit Card').click()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expectAccessible(page)
  await payWith(page, '4242')
  await expect(page.getByRole('alert')).toContainText('Your card number is incomplete. Nothing was charged.')
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toContainText('Your card was declined. Nothing was charged.')
  expectRefusal(complaints, 402)
  const bank = page.getByRole('dialog', { name: 'Your bank' })
  await payWith(page, '4000 0025 0000 3155')
  await bank.getByRole('button', { name: 'fail' }).click()
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
  await payWith(page, '4000 0025 0000 3155')
  await bank.getByRole('button', { name: 'pass' }).click()
  await expectBought(page)
})

test('the checkout is a document of its own, and only it loads Stripe’s script', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('stripe.com')) scripts.push(request.url())
  })
  await atCheckout(page)
  expect(await isFormerDocument(page)).toBe(false)
  expect(scripts).toEqual([])
  await way(page, 'Credit Card').click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(scripts).toEqual(['https://js.stripe.com/endive/stripe.js'])
  await page.getByRole('link', { name: 'Slide, home' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
  await page.goBack()
  await way(page, 'Credit Card').click()
  await payWith(page, '4242 4242 4242 4242')
  await expectBought(page)
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
})

test('a card form that is not ready charges nothing, and loads at the next try', async ({ page, complaints }) => {
  await atCheckout(page)
  const pressed = Promise.withResolvers<void>()
  await page.route(
    'https://js.stripe.com/**',
    async (route) => {
      await pressed.promise
      await route.abort()
    },
    { times: 1 },
  )
  await way(page, 'Credit Card').click()
  const form = page.getByRole('form', { name: 'Credit card' })
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await form.getByRole('button', { name: 'Pay $29.95' }).click()
  await expect(alert('Stripe has not loaded yet.')).toBeFocused()
  pressed.resolve()
  await expect(alert('The card form could not be loaded. Try again, or pay another way.')).toBeVisible()
  complaints.splice(0, 1) // the browser reports the failed load
  await page.getByRole('button', { name: 'Try again' }).click()
  await form.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.evaluate(() => Object.assign(window, { hidesCard: true }))
  await form.getByRole('button', { name: 'Pay $29.95' }).click()
  await expect(alert('Card element not found')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { hidesCard: false }))
  await payWith(page, '4242 4242 4242 4242')
  await expectBought(page)
})

test('PayPal: cancel comes back to the cart, declined funding says so, approval pays', async ({ page, complaints }) => {
  await atCheckout(page)
  await way(page, 'PayPal').click()
  await page.getByRole('link', { name: 'cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You left before paying. Nothing was charged')
  await way(page, 'PayPal').click()
  await page.getByRole('link', { name: 'decline' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('alert')).toContainText('declined')
  expectRefusal(complaints, 402)
  await way(page, 'PayPal').click()
  await page.getByRole('link', { name: 'approve' }).click()
  await expectBought(page)
})

test('Google Pay: a declined card stays on Stripe’s page, another one pays', async ({ page }) => {
  await atCheckout(page)
  await way(page, 'Google Pay').click()
  await page.getByRole('link', { name: 'Pay with a declined card' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await expectBought(page)
})
