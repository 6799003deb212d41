import type { Locator, Page } from '@playwright/test'
import { newBuyer } from './buy.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { freshHost } from './fresh-pages.ts'
import { hold } from './hold.ts'
import { addBeat } from './made-beats.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  phoneOnly,
  phoneToo,
  test,
} from './test.ts'

const GROWTH = 'growth@slide.test'
const letters = () => Math.random().toString(36).slice(2, 8).toUpperCase()

/** The seller's items on sale, by the API. */
async function growthSeller({ request }: Page) {
  const login = { email: GROWTH, password: DEMO_PASSWORD }
  const { accessToken } = (await (await request.post('/api/auth/login', { data: login })).json()) as {
    accessToken: string
  }
  const headers = { authorization: `Bearer ${accessToken}` }
  const post = async (path: string, data: object) =>
    expect((await request.post(`/api${path}`, { headers, data })).status()).toBe(200)
  const list = await request.get('/api/me/items?kinds=BEAT&status=published', { headers })
  const { items } = (await list.json()) as { items: { id: number; slug: string; title: string }[] }
  return { post, items }
}

const openCodes = async (page: Page) => {
  await page.goto('/account?tab=codes')
  await expect(page.getByRole('heading', { name: 'Discount codes' })).toBeVisible()
}
const checkoutWith = async (page: Page, slug: string) => {
  await page.goto(`/track/${slug}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
}
const codeForm = (page: Page) => page.getByRole('form', { name: 'Discount code' })
const apply = async (page: Page, code: string) => {
  await codeForm(page).getByLabel('Discount code').fill(code)
  await codeForm(page).getByRole('button', { name: 'Apply' }).click()
}
const payment = (page: Page) => page.getByRole('region', { name: 'Payment' })

test('a taken code is told at its field, and nowhere else in the form', async ({ page, complaints }) => {
  await keepSession(page, GROWTH)
  await openCodes(page)
  await page.getByRole('button', { name: 'New code' }).click()
  const form = page.getByRole('form', { name: 'New code' })
  await form.getByLabel('Code', { exact: true }).fill('logdrum15')
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expect(form.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is taken/)
  await expect(form.getByText('This code is taken')).toHaveCount(1)
  expectRefusal(complaints, 409)
})

test('a fault without a place at its field stands below the form, and blocks no other try', async ({
  page,
  complaints,
}) => {
  await keepSession(page, GROWTH)
  await openCodes(page)
  await page.getByRole('button', { name: 'New code' }).click()
  const form = page.getByRole('form', { name: 'New code' })
  await page.route('**/api/me/codes', (route) => {
    const fields = { code: 'Another code.', firstPurchase: 'Not for first purchases.', shop: 'The shop rests.' }
    return route.fulfill({ status: 400, json: { error: 'invalid', message: 'Another code.', fields } })
  })
  await form.getByLabel('Code', { exact: true }).fill(letters())
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expect(form.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Another code\./)
  await expect(form.getByText('Not for first purchases. The shop rests.')).toBeVisible()
  await expect(form.getByText('Another code.')).toHaveCount(1)
  expectRefusal(complaints, 400)
  await page.unroute('**/api/me/codes')
  await form.getByLabel('Code', { exact: true }).fill(letters())
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expect(page.getByText('The code is made.')).toBeVisible()
})

test('a seller makes a code for chosen items, pauses it, resumes it and ends it', phoneToo, async ({ page }) => {
  const { items } = await growthSeller(page)
  await keepSession(page, GROWTH)
  await openCodes(page)
  await page.getByRole('button', { name: 'New code' }).click()
  const form = page.getByRole('form', { name: 'New code' })
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expect(form.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Give the code a name/)
  const code = `LOG-${letters()}`
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await form.getByLabel('Percent', { exact: true }).fill('25')
  await form.getByLabel('For', { exact: true }).selectOption('Chosen items')
  await form.getByLabel('Find your items').fill(items[0]!.title)
  await form.getByRole('checkbox', { name: items[0]!.title }).check()
  await form.getByLabel('Find your items').press('Enter') // looks for more, and sends nothing
  await form.getByLabel('Most uses').fill('20')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: 'Make the code' }).click()
  const row = page.getByRole('row', { name: new RegExp(code) })
  await expect(row).toContainText('25% off')
  await expect(row).toContainText(items[0]!.title)
  await expect(row).toContainText('0 of 20')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: `Pause ${code}` }).click()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: `Resume ${code}` }).click()
  await expect(row).toContainText('Active')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `End ${code}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(row).toContainText('Ended')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a buyer types codes at the checkout, sees what each does, and pays less', async ({ page, complaints }) => {
  const { post, items } = await growthSeller(page)
  const [half, dear, best] = [`HALF-${letters()}`, `DEAR-${letters()}`, `BEST-${letters()}`]
  await post('/me/codes', { code: half, percent: 50, mostUses: 1 })
  await post('/me/codes', { code: best, percent: 70 })
  await post('/me/codes', { code: dear, percent: 60, minimum: 5_000 })
  const buyer = await newBuyer(page)
  await keepSession(page, buyer.email, buyer.password)
  await checkoutWith(page, items[0]!.slug)
  await apply(page, 'no-such-code')
  await expect(codeForm(page).getByLabel('Discount code')).toHaveAccessibleDescription(/There is no such code/)
  await apply(page, dear)
  await expect(codeForm(page).getByLabel('Discount code')).toHaveAccessibleDescription(/needs \$5,?000.00 of items/)
  await apply(page, half.toLowerCase())
  const codes = page.getByRole('list', { name: 'Your codes' })
  await expect(codes).toContainText(`${half}−$`)
  const top = async (element: Locator) => (await element.boundingBox())!.y
  expect(await top(codes)).toBeGreaterThan(await top(codeForm(page))) // a second press on Apply would remove the code
  await expect(codes).toContainText('on 1 item')
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText(`${half}, 50% off: −$`)
  await expect(payment(page)).toContainText(`${half}, 50% off`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload() // the code is kept for this tab
  await expect(codes).toContainText(half)
  const check = await hold(page, '**/api/checkout/preview')
  await apply(page, best)
  await codes.getByRole('button', { name: `Remove the code ${half}` }).click()
  check()
  await expect(codes).toContainText(best)
  await expect(codes.getByRole('listitem')).toHaveCount(1) // the removed one has not come back
  await codes.getByRole('button', { name: `Remove the code ${best}` }).click()
  await expect(payment(page)).not.toContainText(best)
  await apply(page, half)
  await expect(payment(page)).toContainText(`${half}, 50% off`)
  await payment(page).getByLabel('Your legal name').fill('Nadia Bello')
  await payment(page).getByRole('button', { name: 'Pay with Credit Card' }).click()
  const card = page.getByRole('form', { name: 'Credit card' })
  await card.getByLabel('Card number').fill('4242424242424242')
  await card.getByLabel('Expires').fill('1239')
  await card.getByLabel('CVC').fill('314')
  await card.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(/\/order\/complete/)
  await expect(page.getByRole('main')).toContainText(`${half}, 50% off`)
  expect(complaints).toEqual([])

  await keepSession(page, GROWTH)
  await openCodes(page)
  const row = page.getByRole('row', { name: new RegExp(half) })
  await expect(row).toContainText('Used up')
  await expect(row.getByRole('button')).toHaveText([`End ${half}`]) // a pause would change nothing
})

test('a code that its seller pauses meanwhile is not charged past', async ({ page, complaints }) => {
  const { post, items } = await growthSeller(page)
  const code = `GONE-${letters()}`
  await post('/me/codes', { code, percent: 50 })
  const buyer = await newBuyer(page)
  await keepSession(page, buyer.email, buyer.password)
  await checkoutWith(page, items[0]!.slug)
  await apply(page, code)
  await expect(payment(page)).toContainText(`${code}, 50% off`)
  const seller = await page.request.post('/api/auth/login', { data: { email: GROWTH, password: DEMO_PASSWORD } })
  const headers = { authorization: `Bearer ${((await seller.json()) as { accessToken: string }).accessToken}` }
  const list = await page.request.get('/api/me/discounts', { headers })
  const { codes } = (await list.json()) as { codes: { id: number; code: string }[] }
  const { id } = codes.find((one) => one.code === code)!
  await page.request.patch(`/api/me/codes/${id}`, { headers, data: { state: 'ended' } })
  await payment(page).getByLabel('Your legal name').fill('Nadia Bello')
  await payment(page).getByRole('button', { name: 'Pay with Credit Card' }).click()
  await expect(page.getByText('Your cart has changed. Nothing was charged. Look it over, then pay.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your codes' })).toContainText('This code has ended.')
  expectRefusal(complaints, 409)
})

test('a seller makes a deal, and somebody without a plan is led to Plans', async ({ page }) => {
  await keepSession(page, GROWTH)
  await openCodes(page)
  await page.getByRole('button', { name: 'New deal' }).click()
  const form = page.getByRole('form', { name: 'New deal' })
  await form.getByLabel('Buy').fill('19')
  await form.getByLabel('License').selectOption('Exclusive Rights')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Make the deal' }).click()
  const row = page.getByRole('row', { name: /Buy 19, get 1 free/ }).first()
  await expect(row).toContainText('Exclusive Rights')
  const { items } = await growthSeller(page)
  await page.goto(`http://${freshHost()}/track/${items[1]!.slug}`)
  await expect(page.getByRole('list', { name: 'Deals' })).toContainText('Buy 19, get 1 free')
  await expectAccessible(page)
  await openCodes(page)
  await row.getByRole('button', { name: 'End Buy 19, get 1 free' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(row).toContainText('Ended')
  const person = await newBuyer(page)
  await page.evaluate(() => localStorage.clear())
  await keepSession(page, person.email, person.password)
  await openCodes(page)
  await expect(page.getByText('Discount codes and deals come with Growth and Pro.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New code' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See Plans' }).click()
  await expect(page).toHaveURL(/tab=plans/)
})

test('discounts stand in the order in which they are taken off', async ({ page }) => {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await db.updateTable('account').set({ plan: 'growth' }).where('id', '=', person.id).execute()
  const [first, second] = [await addBeat(db, person.id, 'Manor Park'), await addBeat(db, person.id, 'Wanstead Flats')]
  await close()
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api${path}`, { headers: person.headers, data })).status()).toBe(200)
  const code = `ALL-${letters()}`
  await post('/me/codes', { code, percent: 50 })
  await post('/me/deals', { buy: 1, percent: 10, itemIds: [first.id] })
  const buyer = await newBuyer(page)
  await keepSession(page, buyer.email, buyer.password)
  for (const { slug } of [second, first]) {
    await page.goto(`/track/${slug}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('Added to cart')).toBeVisible()
  }
  await page.goto('/checkout')
  await apply(page, code)
  await expect(payment(page)).toContainText(code)
  const inOrder = [/^Subtotal/, /^Buy 1 or more, 10% off/, new RegExp(`^${code}, 50% off`), /^Tax/, /^Total/]
  await expect(payment(page).locator('dt')).toHaveText(inOrder)
  await payment(page).getByLabel('Your legal name').fill('Nadia Bello')
  await payment(page).getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  const order = page.getByRole('region', { name: 'Order', exact: true })
  await expect(order.locator('dt')).toHaveText([/^Order/, /^Paid with/, ...inOrder])
})

test('no toast covers the field of a dialog that the server refuses', phoneOnly, async ({ page, complaints }) => {
  await keepSession(page, GROWTH)
  await openCodes(page)
  await page.getByRole('button', { name: 'New deal' }).click()
  const form = page.getByRole('form', { name: 'New deal' })
  await form.getByLabel('For').selectOption('chosen')
  await form.getByRole('checkbox').first().check()
  await form.getByLabel('Last day').fill('2020-01-01')
  await form.getByRole('button', { name: 'Make the deal' }).click()
  await expect(form.getByText('This day is over.')).toBeVisible()
  await expect(form.getByLabel('Last day')).toBeFocused()
  expect(await page.locator('.toast').count(), 'toasts at this moment').toBe(0)
  expectRefusal(complaints, 400)
})
