import { buyByCard, newBuyer } from './buy.ts'
import { DEMO_PASSWORD, expect, keepSession, test } from './test.ts'

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
