import { buyByCard, newBuyer } from './buy.ts'
import { DEMO_PASSWORD, expect, keepSession, phoneOnly, test } from './test.ts'

const beat = { type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' } as const

test('titles keep their room beside the panel on a small computer', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  for (const width of [1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/library')
    const title = page.getByRole('region', { name: 'Beats' }).getByText('Stairwell Sermon')
    await expect(title).toBeVisible()
    expect(await title.evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true) // not cut off
  }
})

test('an empty library leads to the shop', async ({ page }) => {
  const buyer = await newBuyer(page)
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library')
  await page.getByRole('main').getByRole('link', { name: 'Find beats' }).click()
  await expect(page).toHaveURL('/browse')
})

test('an item that is not in the library asks to choose one; a cleared search keeps the focus', async ({
  page,
  harmless,
}) => {
  harmless.push(/status of 404/)
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library?item=999999999')
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(panel).toContainText('Select an item from your library.')
  await expect(panel.getByRole('button')).toHaveCount(0)
  const search = page.getByPlaceholder('Search your library…')
  await search.fill('no such thing')
  await expect(page.getByRole('status').filter({ hasText: '0 found' })).toBeAttached()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toBeFocused()
})

test('a plan or a promotion that is not in the library leaves the list on a phone', phoneOnly, async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  for (const address of ['/library?plan=999999999', '/library?promo=999999999']) {
    await page.goto(address)
    await expect(page.getByPlaceholder('Search your library…')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Chosen item' })).toBeHidden()
  }
})

test('an order that was refunded in part adds up, and plays what is left', async ({ page }) => {
  const buyer = await newBuyer(page)
  const { orderId } = await buyByCard(page, buyer, [beat, { ...beat, slug: 'balaclava-waltz' }])
  const admin = await page.request.post('/api/auth/login', {
    data: { email: 'admin@slide.test', password: DEMO_PASSWORD },
  })
  const { accessToken } = (await admin.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const order = `/api/admin/orders/${orderId}`
  const { lines } = (await (await page.request.get(order, { headers })).json()) as {
    lines: [{ id: number; total: number }, { id: number }]
  }
  const refunded = [
    { id: lines[0].id, amount: lines[0].total },
    { id: lines[1].id, amount: 10 },
  ]
  await page.request.post(`${order}/refund`, { headers, data: { lines: refunded, reason: 'File is faulty' } })
  await keepSession(page, buyer.email, buyer.password)
  await page.goto(`/order/complete?orderId=${orderId}`)
  const yours = page.getByRole('region', { name: 'Yours now' }).getByRole('listitem')
  await expect(yours.filter({ hasText: 'Balaclava Waltz' })).toContainText('$10.00 refunded')
  await expect(yours.filter({ hasText: 'Stairwell Sermon' }).getByText('Refunded', { exact: true })).toBeVisible()
  const sounds = page.getByRole('list', { name: 'Sounds of the order' }).getByRole('listitem')
  await expect(sounds).toHaveText(['Balaclava Waltz'])
  await expect(page.getByRole('region', { name: 'Order' })).toContainText(/Tax\$0\.00Total\$54\.90Refunded\$39\.95/)
})

test.describe('in Sydney', () => {
  test.use({ timezoneId: 'Australia/Sydney' })

  test('the library and the plans tell the days of their reader', async ({ page }) => {
    const buyer = await newBuyer(page)
    await buyByCard(page, buyer, [beat])
    const time = '2026-10-03T23:30:00.000Z'
    await page.route(/\/api\/library(\?|\/\d+$)/, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replaceAll(/("purchasedAtIso":)"[^"]*"/g, `$1"${time}"`)
      await route.fulfill({ response, body: text })
    })
    const plan = {
      plan: 'growth',
      planName: 'Growth',
      planLabel: 'Growth, monthly',
      billingCycle: 'monthly',
      price: 5.99,
    }
    const state = { status: 'active', canResume: false, isOverdue: false, failure: null, paidWith: 'PayPal' }
    const times = { startedAt: time, createdAt: time, updatedAt: time, endedAt: null, currentPeriodEnd: time }
    await page.route('**/api/billing/subscriptions/mine', (route) =>
      route.fulfill({ json: [{ id: 1, ...plan, ...state, ...times }] }),
    )
    await keepSession(page, buyer.email, buyer.password)
    await page.goto('/library')
    const panel = page.getByRole('complementary', { name: 'Chosen item' })
    await expect(panel).toContainText('StartedOct 4, 2026RenewsOct 4, 2026')
    const row = page.getByRole('region', { name: 'Beats' }).getByRole('link', { name: /Stairwell Sermon/ })
    await expect(row).toContainText('Oct 4')
    await row.click()
    await expect(panel).toContainText('Oct 4, 2026')
    await page.goto('/account?tab=plans')
    await expect(page.getByRole('table')).toContainText('Monthly, renews Oct 4, 2026')
    await page.getByRole('button', { name: 'Cancel Growth' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel Subscription?' })
    await expect(question).toContainText('This action cannot be undone. Your Growth plan lasts until Oct 4, 2026.')
  })
})
