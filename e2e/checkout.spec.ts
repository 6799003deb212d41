import type { Locator, Route } from '@playwright/test'
import { atCheckout, expectBought, fillCard, NAME, nameAndOpenCard, payment, way } from './at-checkout.ts'
import { hold } from './hold.ts'
import { addLicense, buy, card, cartOf, stored } from './shelves.ts'
import { seller } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'

const boxOf = async (shown: Locator) => (await shown.boundingBox())!

test('a buyer pays by card, and a name is asked once', phoneToo, async ({ page, complaints }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')) // as on plain http
  await atCheckout(page)
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toContainText('No money moves.')
  await expect(payment(page)).toContainText('Tax$0.00')
  const cart = page.getByRole('list', { name: 'Cart' })
  await expect(cart).toContainText('UKColdHarbour')
  await expect(cart.getByRole('img', { name: 'Pro, verified' })).toBeVisible()
  await expect(cart).toContainText('MP3 LeaseFiles: MP3')
  await way(page, 'Credit Card').click()
  await expect(payment(page).getByLabel('Your legal name')).toHaveAccessibleDescription(/Enter your (full|legal) name/)
  await expect(payment(page).getByLabel('Your legal name')).toBeFocused()
  expectRefusal(complaints, 400)
  await nameAndOpenCard(page)
  const pay = await fillCard(page, '4242424242424242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await pay.click()
  await expectBought(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const bought = page.getByRole('region', { name: 'Yours now' }).getByRole('listitem')
  const [title, price] = [await boxOf(bought.getByRole('heading')), await boxOf(bought.getByText(/^\$/))]
  expect(price.x, 'the price stands beside the title').toBeGreaterThan(title.x + title.width)
  await page.getByRole('button', { name: 'Play your order' }).click()
  await expect(page.getByRole('button', { name: 'Pause your order' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Audio\s*MP3, / }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.mp3$/)
  const paper = page.waitForEvent('download')
  await page.getByRole('button', { name: 'License PDF' }).click()
  expect((await paper).suggestedFilename()).toMatch(/^License_.+\.pdf$/)
  await page.goto('/order/complete?orderId=999999999')
  await expect(page.getByText('We couldn’t find your order details.')).toBeVisible()
  expectRefusal(complaints, 404)

  await page.goto('/')
  await buy(card(page, 'Kits')).click()
  await addLicense(page, 'Packs', /MP3 Lease/)
  await cartOf(page, '2 items').click()
  await expect(way(page, 'PayPal')).toBeVisible()
  await expect(payment(page).getByLabel('Your legal name')).toHaveCount(0)
})

test('a declined card says so in place; a challenged one asks; the second try pays', async ({ page }) => {
  await atCheckout(page)
  await nameAndOpenCard(page)
  await (await fillCard(page, '4000 0000 0000 0002')).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Your card was declined. Nothing was charged. Try another card or another way to pay.',
  )
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await (await fillCard(page, '4000 0025 0000 3155')).click()
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })
  await bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Your bank could not confirm that it is you.')
  await (await fillCard(page, '4000 0025 0000 3155')).click()
  await bank.getByRole('button', { name: 'Yes, it was me' }).click()
  await expectBought(page)
})

test('PayPal: cancel comes back to the cart, approval to the order', async ({ page, harmless }) => {
  harmless.push(/status of 500/)
  await atCheckout(page)
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'PayPal').click()
  await expect(page.getByRole('heading', { name: 'PayPal, played by the sandbox' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('alert')).toContainText('You left before paying. Nothing was charged')
  expect(await stored(page)).toHaveLength(1)
  await way(page, 'PayPal').click()
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeVisible()
  let failures = 0
  await page.route('**/api/sandbox/payments/**', (route) => {
    failures++
    return route.fulfill({ status: 500, json: {} })
  })
  await approve.click()
  await expect.poll(() => failures, 'the approval, and two looks at the payment').toBe(3)
  await page.unroute('**/api/sandbox/payments/**')
  await approve.click() // it has not become unknown
  await expectBought(page)
})

test('Google Pay: a declined payment is told, the second try pays, and what was bought is not sold again', async ({
  page,
  complaints,
}) => {
  await atCheckout(page)
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'Google Pay').click()
  await page.getByRole('button', { name: 'Approve, but the payment is declined' }).click()
  await expect(page.getByRole('alert')).toHaveText('The payment was declined. Nothing was charged.')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expectBought(page)

  await page.goto('/track/stairwell-sermon')
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(payment(page)).toContainText('Nothing in your cart can be bought now.')
  const line = page.getByRole('list', { name: 'Cart' }).getByRole('listitem')
  await expect(line).toContainText('You have this already.')
  await line.getByRole('link', { name: 'Go to My Library' }).click()
  await expect(page).toHaveURL(/\/library/)
  expect(complaints).toEqual([])
})

test('a price that changed stops the payment, is shown, and is paid at the next press', async ({
  page,
  complaints,
}) => {
  await atCheckout(page)
  await payment(page).getByLabel('Your legal name').fill(NAME)
  const cheaper = (route: Route) => {
    const body = route.request().postDataJSON() as { total: number; items: { price: number }[] }
    return route.continue({
      postData: { ...body, total: 1.5, items: body.items.map((item) => ({ ...item, price: 1.5 })) },
    })
  }
  await page.route('**/api/checkout/start', cheaper, { times: 1 })
  await way(page, 'Credit Card').click()
  await expect(page.getByRole('alert')).toContainText('Nothing was charged. Look it over, then pay.')
  await expect(page.getByRole('alert')).toBeFocused()
  expectRefusal(complaints, 409)
  await way(page, 'Credit Card').click()
  await (await fillCard(page, '4242424242424242')).click()
  await expectBought(page)
})

test('a confirmation without a payment leads back to the checkout', async ({ page, complaints }) => {
  await atCheckout(page)
  await page.goto('/payment/confirm?provider=paypal')
  await expect(page.getByText('Missing subscription ID')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await page.goto('/payment/confirm?provider=stripe&sessionId=sb_unknown&orderId=1')
  await expect(page.getByText('Payment could not be confirmed')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('alert').filter({ hasText: 'Payment not found.' })).toBeFocused()
  expectRefusal(complaints, 404)
})

test('a buyer who comes back as another account is told not to pay again', async ({ page, context, complaints }) => {
  await atCheckout(page)
  const other = await seller(page.request)
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'PayPal').click()
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeVisible()
  const tab = await context.newPage()
  await keepSession(tab, other.email, other.password)
  await tab.goto('/about')
  await approve.click()
  await expect(page.getByRole('alert').filter({ hasText: 'sign in with that one before you pay again.' })).toBeFocused()
  expectRefusal(complaints, 404)
})

test('a closed tab loses nothing: the provider’s message completes the order', async ({ page, context, harmless }) => {
  harmless.push(/ERR_FAILED/) // the browser may report the cut line before its tab is closed
  await atCheckout(page)
  await nameAndOpenCard(page)
  await page.route('**/payment/confirm*', (route) => route.abort())
  await page.route('**/api/checkout/confirm', (route) => route.abort())
  await (await fillCard(page, '4242424242424242')).click()
  await expect(page.getByText('Payment successful!')).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.goto('/notifications')
  await expect(next.getByText('Your purchase is ready')).toBeVisible()
})

test('while a card is paid, no other way to pay and no change of the cart begins', async ({ page }) => {
  await atCheckout(page)
  await nameAndOpenCard(page)
  const pay = await fillCard(page, '4000000000000002')
  const answer = await hold(page, '**/card')
  await pay.click()
  const paypal = way(page, 'PayPal')
  await expect(paypal).toHaveAttribute('aria-disabled', 'true')
  await paypal.dispatchEvent('click')
  await way(page, 'Credit Card').dispatchEvent('click')
  await expect(page.getByRole('list', { name: 'Cart' }).locator('xpath=ancestor::*[@inert]')).toHaveCount(1)
  await expect(page).toHaveURL('/checkout')
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(paypal).not.toHaveAttribute('aria-disabled')
  await paypal.click()
  await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
})
