import { openDatabase } from './earner.ts'
import { promoter } from './promoter.ts'
import { choose, openPromos, pick, start, summary } from './promos-page.ts'
import { stored } from './shelves.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, phoneToo } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

test('two beats are promoted with credits, the plan’s discount and a card', phoneToo, async ({ page, isMobile }) => {
  await promoter(shop.db, page, {
    titles: ['Harmattan', 'Owambe at Four'],
    plan: 'growth',
    promo: 10_00,
    referral: 20_00,
  })
  await openPromos(page)
  await expect(page.getByRole('radio', { name: '14 days' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await expect(summary(page)).toContainText('No items selected.')
  await pick(page, 'Harmattan').check()
  await pick(page, 'Owambe at Four').check()
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  for (const line of [
    '2 items × $3.00 × 14 days $84.00',
    'Promo credits of $10.00−$10.00',
    'Growth, 10% off',
    '−$5.40',
  ])
    await expect(summary(page)).toContainText(line)
  await expect(summary(page)).toContainText('−$20.00')
  await expect(summary(page)).toContainText('$48.60')
  await expect(summary(page)).toContainText('8,400')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await choose(page, 'Days', '3 days')
  await choose(page, 'Tier', 'Standard')
  await expect(summary(page)).toContainText('748')
  await expect(summary(page)).not.toContainText('Referral credits')
  await expect(summary(page)).toContainText('$0.00')
  await choose(page, 'Days', '14 days')
  await choose(page, 'Tier', 'Premium')

  if (isMobile) {
    await page.evaluate('scrollTo(0, 0)')
    const bar = (await start(page).boundingBox())!
    const nav = (await page.getByRole('navigation', { name: 'Sections' }).boundingBox())!
    expect(bar.y + bar.height).toBeLessThanOrEqual(nav.y)
    await expect(page.getByText('$48.60').filter({ visible: true }).first()).toBeVisible()
  }
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  const cart = page.getByRole('list', { name: 'Cart' })
  await expect(cart).toContainText('Premium promotion, 14 days')
  await expect(cart).toContainText('Promo credits: −$10.00')
  const sum = await cart.getByText(/^−\$20\.00$/).evaluate((element) => element.getClientRects().length)
  expect(sum, 'the lines of −$20.00').toBe(1)
  await expect(page.getByRole('button', { name: 'Pay with Credit Card' })).toBeVisible()
  await expect(page.getByText(/^By paying you agree/)).toHaveText('By paying you agree to the Terms.') // no license
  const bought = await stored(page)
  expect(bought.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^promo:BEAT:\d+:premium:14$/),
    expect.stringMatching(/^promo:BEAT:\d+:premium:14$/),
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay with Credit Card' }).click()
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill('4242424242424242')
  await form.getByLabel('Expires').fill('1239')
  await form.getByLabel('CVC').fill('314')
  await form.getByRole('button', { name: 'Pay $48.60' }).click()

  const yours = page.getByRole('region', { name: 'Yours now' })
  await expect(yours).toContainText('Promotion of Harmattan')
  await expect(yours).toContainText('Premium, 14 days. See how it runs.')
  await expect(yours.getByRole('button', { name: 'License PDF' })).toBeHidden()
  await expectAccessible(page)
  await yours.getByRole('link', { name: 'Your promotions' }).first().click()
  await expect(page.getByRole('tab', { name: 'Your promotions 2' })).toHaveAttribute('aria-selected', 'true')
  const running = page.getByRole('article', { name: 'Promotion of Harmattan' })
  await expect(running).toContainText('of 4,200 guaranteed impressions')
  await expect(running).toContainText('Active')
  await page.getByRole('tab', { name: 'New promotion' }).click()
  await expect(pick(page, 'Harmattan')).toBeDisabled()
  await expect(page.getByText(/^Premium runs until \w+ \d+$/).first()).toBeVisible()

  await page.evaluate((lines) => localStorage.setItem('cart.v1', JSON.stringify(lines)), bought)
  await page.goto('/checkout')
  await expect(cart.getByText(/^This item is promoted already, until [^.]+\.$/)).toHaveCount(2)
})
