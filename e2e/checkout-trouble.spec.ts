import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { fileOf } from '#test/factories.ts'
import { atCheckout, expectBought, fillCard, NAME, nameAndOpenCard, payment, way } from './at-checkout.ts'
import { buyByCard } from './buy.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { hold } from './hold.ts'
import { addBeat } from './made-beats.ts'
import { buy, card, stored } from './shelves.ts'
import { expect, expectRefusal, test } from './test.ts'

const held = (page: Page) => page.getByText(/^Held for you for/)

/** A beat that is sold exclusively, in the cart of a new buyer at the checkout. */
async function atExclusive(page: Page, title: string) {
  const { db, close } = openDatabase()
  const { id: owner } = await sellerIn(db, page)
  const { id, slug } = await addBeat(db, owner, title, {
    licenses: [{ type: 'EXCLUSIVE', priceCents: 49_900 }],
    files: (['master', 'mp3'] as const).map((role) =>
      fileOf(role, { storageKey: `masters/${title} ${owner} ${role}` }),
    ),
  })
  await close()
  await atCheckout(page, slug)
  return { id }
}

/** The state of the beat for a visitor. */
async function stateForOthers({ request }: Page, beatId: number) {
  const items = [{ type: 'beat', beatId, licenseType: 'EXCLUSIVE' }]
  const reply = await request.post('/api/checkout/preview', { data: { items } })
  const { lines } = (await reply.json()) as { lines: { state: string }[] }
  return lines[0]!.state
}

test('a hold that has ended begins anew with its countdown', async ({ page }) => {
  await atExclusive(page, 'Held Twice')
  await page.route(
    '**/api/checkout/start',
    async (route) => {
      const response = await route.fetch()
      const order = (await response.json()) as object
      await route.fulfill({ response, json: { ...order, heldForSeconds: 1 } })
    },
    { times: 1 },
  )
  await nameAndOpenCard(page)
  await expect(page.getByRole('alert').filter({ hasText: 'The hold has ended.' })).toBeFocused()
  await way(page, 'Credit Card').click()
  await expect(held(page)).toBeVisible()
  await expect(page.getByText('The hold has ended.')).toHaveCount(0)
})

test('a hold that ends while a card is paid without an answer leaves other ways to pay', async ({ page }) => {
  await page.clock.install()
  await atExclusive(page, 'Held While Paying')
  await nameAndOpenCard(page)
  const letGo = await hold(page, '**/card')
  await (await fillCard(page, '4242424242424242')).click()
  await expect(way(page, 'PayPal')).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('alert').filter({ hasText: 'The hold has ended.' })).toBeVisible()
  await way(page, 'PayPal').click()
  await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
  letGo()
})

test('a hold is counted down rightly on a device whose clock is an hour fast', async ({ page }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  await atExclusive(page, 'Held By The Hour')
  await nameAndOpenCard(page)
  await expect(held(page)).toContainText(/for (30:00|29:\d\d)\./)
})

test('a hold ends in time on a device that has slept', async ({ page }) => {
  await atExclusive(page, 'Slept Over')
  await nameAndOpenCard(page)
  await expect(held(page)).toBeVisible()
  await page.evaluate(() => {
    const now = Date.now // the other clock of a page stands still meanwhile
    Date.now = () => now() + 31 * 60_000
  })
  await expect(page.getByRole('alert').filter({ hasText: 'The hold has ended.' })).toBeVisible()
})

test('removing an exclusive license, or leaving the provider, lets others buy it at once', async ({ page }) => {
  const { id } = await atExclusive(page, 'Let Go')
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'PayPal').click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('alert')).toHaveText('You left before paying. Nothing was charged.')
  await expect.poll(() => stateForOthers(page, id)).toBe('available')
  await way(page, 'Credit Card').click()
  await expect(held(page)).toBeVisible()
  expect(await stateForOthers(page, id)).toBe('held')
  await page.getByRole('button', { name: 'Remove Let Go from the cart' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect.poll(() => stateForOthers(page, id)).toBe('available')
})

test('an order that starts while its buyer leaves or changes the cart is ended', async ({ page, context }) => {
  const { id } = await atExclusive(page, 'Left Alone')
  await payment(page).getByLabel('Your legal name').fill(NAME)
  const start = await hold(page, '**/api/checkout/start')
  await way(page, 'PayPal').click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  const ended = page.waitForResponse('**/api/checkout/cancel')
  start()
  await ended
  await expect(page).toHaveURL('/about')
  expect(await stateForOthers(page, id)).toBe('available')

  await page.goto('/checkout') // the first start has kept the name
  const answer = await hold(page, '**/api/checkout/start')
  await way(page, 'Credit Card').click()
  const other = await context.newPage()
  await other.goto('/')
  await buy(card(other, 'Kits')).click()
  await expect(page.getByText('2 items').first()).toBeVisible()
  answer()
  await expect(page.getByRole('alert').filter({ hasText: 'Your cart has changed.' })).toBeFocused()
  await expect(page.getByRole('form', { name: 'Credit card' })).toHaveCount(0)
  await way(page, 'Credit Card').click()
  await expect(page.getByRole('form', { name: 'Credit card' })).toBeVisible()
  await other.evaluate(() => localStorage.removeItem('cart.v1'))
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect.poll(() => stateForOthers(page, id)).toBe('available')
})

test('a line that breaks while a card is paid is not called a declined card: the shop asks how it stands', async ({
  page,
  harmless,
}) => {
  harmless.push(/ERR_FAILED/)
  await atCheckout(page)
  await nameAndOpenCard(page)
  await page.route('**/card', async (route) => {
    await route.fetch() // it is paid
    await page.context().setOffline(true)
    await route.abort()
  })
  await (await fillCard(page, '4242424242424242')).click()
  await expect(page.getByText('Confirming payment… please wait.')).toBeVisible()
  await page.context().setOffline(false)
  await expectBought(page)
})

test('a payment is not called failed because the shop was asked too often', async ({ page, harmless }) => {
  harmless.push(/status of 429/)
  await atCheckout(page)
  await nameAndOpenCard(page)
  const busy = { error: 'rate_limited', message: 'Too many attempts. Try again in a second.' }
  await page.route('**/api/checkout/confirm', (route) => route.fulfill({ status: 429, json: busy }), { times: 1 })
  await (await fillCard(page, '4242424242424242')).click()
  await expectBought(page)
})

test('a buyer who opens another page while the payment is confirmed stays there', async ({ page }) => {
  await atCheckout(page)
  await nameAndOpenCard(page)
  const letGo = await hold(page, '**/api/checkout/confirm')
  await (await fillCard(page, '4242424242424242')).click()
  await expect(page.getByText('Confirming payment… please wait.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  letGo()
  await expect(page.getByText('Purchase completed!')).toBeVisible()
  await expect.poll(() => stored(page)).toEqual([])
  await expect(page.waitForURL(/order/, { timeout: 2_000 })).rejects.toThrow()
})

test('a paid order takes its own items out of the cart, and leaves what another tab has added', async ({
  page,
  context,
}) => {
  await atCheckout(page)
  await nameAndOpenCard(page)
  const letGo = await hold(page, '**/api/checkout/confirm')
  await (await fillCard(page, '4242424242424242')).click()
  await expect(page.getByText('Confirming payment… please wait.')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await buy(card(other, 'Kits')).click()
  await expect.poll(() => stored(page)).toHaveLength(2)
  await page.route('**/api/checkout/preview', async (route) => {
    await sleep(1_000)
    await route.continue()
  })
  letGo()
  await expect(page.getByRole('heading', { name: 'Thank you for your purchase!' })).toBeVisible()
  expect(await stored(page)).toMatchObject([{ type: 'kit' }])
})

test('Back from a payment that is still confirmed does not say that nothing was charged', async ({ page }) => {
  await atCheckout(page)
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'PayPal').click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  const left = page.getByRole('alert').filter({ hasText: 'You left before paying. Nothing was charged.' })
  await expect(left).toBeVisible()
  await way(page, 'Credit Card').click()
  const letGo = await hold(page, '**/api/checkout/confirm')
  await (await fillCard(page, '4242424242424242')).click()
  await expect(page.getByText('Confirming payment… please wait.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Cart' })).toBeVisible()
  await expect(left).toHaveCount(0)
  letGo()
})

test('ways to pay that could not be loaded are asked for again', async ({ page, harmless }) => {
  harmless.push(/status of 500/)
  await atCheckout(page)
  await page.route('**/api/checkout/settings', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(payment(page).getByRole('alert')).toHaveText('The ways to pay could not be loaded.')
  await page.unroute('**/api/checkout/settings')
  await payment(page).getByRole('button', { name: 'Try again' }).click()
  await expect(way(page, 'PayPal')).toBeVisible()
})

test('what another window has paid leaves the cart at the next try', async ({ page, complaints }) => {
  const person = await atCheckout(page)
  await page.goto('/track/balaclava-waltz')
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await payment(page).getByLabel('Your legal name').fill(NAME)
  const { orderId } = await buyByCard(page, person, [{ type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' }])
  const json = { error: 'already_paid', message: 'Your other order is paid already.', details: { orderId } }
  await page.route('**/api/checkout/start', (route) => route.fulfill({ status: 409, json }))
  await way(page, 'PayPal').click()
  await expect(page).toHaveURL(`/order/complete?orderId=${orderId}`)
  await expect.poll(() => stored(page)).toMatchObject([{ title: 'Balaclava Waltz' }])
  expectRefusal(complaints, 409)
})
