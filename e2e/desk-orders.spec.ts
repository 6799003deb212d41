import { buyByCard, newBuyer, planHolder } from './buy.ts'
import { openDatabase } from './earner.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test, phoneToo } from './test.ts'

test('an admin finds an order, sees what happened to it, and refunds a line', phoneToo, async ({ page, harmless }) => {
  harmless.push(/status of 500/)
  const person = await newBuyer(page)
  await buyByCard(page, person, [
    { type: 'beat', slug: 'parramatta-road', licenseType: 'MP3' },
    { type: 'beat', slug: 'tram-naar-zuid', licenseType: 'WAV' },
  ])
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=orders')
  const search = page.getByRole('search', { name: 'Search orders' })
  await search.getByLabel('Order, buyer, item or email').fill(person.email)
  await page.keyboard.press('Enter')
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
  await expect(row).toContainText('Visa, ends 4242')
  await expect(row).toContainText('Paid')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const problems = '**/api/admin/orders/*/problems'
  await page.route(problems, (route) => route.fulfill({ status: 500, json: {} }))
  await row.getByRole('button', { name: /^SL-/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Order SL-/ })
  await expect(dialog.getByRole('region', { name: 'What happened' })).toContainText('Order completed')
  const lost = dialog.getByText('Couldn’t load the problems of this order.')
  await expect(lost).toBeVisible()
  await page.unroute(problems)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(lost).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Refund…' }).click()
  await dialog.getByRole('button', { name: 'Refund $0.00' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose what is refunded.')
  await dialog.getByRole('checkbox').first().check()
  const reason = dialog.getByLabel('Reason, for the buyer')
  await reason.fill('The bass is missing.')
  await dialog.getByRole('button', { name: 'Fraud' }).click()
  await dialog.getByRole('button', { name: 'File is faulty' }).click()
  await expect(reason).toHaveValue('File is faulty. The bass is missing.')
  await expect(dialog).toContainText('The buyer loses it and its license.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Refund \$[1-9]/ }).click()
  await expect(page.getByText('The refund is on its way.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText('refunded')
  await expect(dialog).toContainText('Partly refunded')
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Refunded' }).click()
  await expect(row).toContainText('Partly refunded')
})

test('orders of a plan and of a promotion have marks in the place of a cover', async ({ page }) => {
  const person = await planHolder(page)
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=orders&q=${person.email}`)
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
  await expect(row).toContainText('Growth plan, Monthly')
  await expect(row.getByRole('img', { name: 'Growth, verified' })).toBeVisible()
  await page.goto('/admin?tab=orders&q=Promotion of Hats in Sixes')
  await expect(row.getByRole('cell', { name: /^Promotion of Hats in Sixes/ }).locator('svg')).toBeVisible()
})

test('an admin can refund an order that a bank only asks about, and none of which it takes the money', async ({
  page,
}) => {
  const person = await newBuyer(page)
  const { orderId } = await buyByCard(page, person, [{ type: 'beat', slug: 'parramatta-road', licenseType: 'MP3' }])
  const { db, close } = openDatabase()
  const payments = db.selectFrom('payment').where('orderId', '=', orderId).select('id')
  const { id: paymentId } = await payments.executeTakeFirstOrThrow()
  const opened = { reference: `dp_${orderId}`, state: 'open', cents: 100, frozenCents: 0, reason: 'general' } as const
  await db
    .insertInto('dispute')
    .values({ paymentId, ...opened, isInquiry: true, openedAt: new Date(), dueAt: new Date('2099-01-01') })
    .execute()
  await keepSession(page, 'admin@slide.test')
  const openOrder = async () => {
    await page.goto(`/admin?tab=orders&q=${person.email}`)
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
    await row.getByRole('button', { name: /^SL-/ }).click()
  }
  const dialog = page.getByRole('dialog', { name: /^Order SL-/ })
  const refund = dialog.getByRole('button', { name: 'Refund…' })
  await openOrder()
  await expect(dialog.getByRole('region', { name: 'What happened' })).toContainText('The buyer’s bank asks about $1.00')
  await expect(refund).toBeVisible()
  await db.updateTable('dispute').set({ isInquiry: false }).where('paymentId', '=', paymentId).execute()
  await openOrder()
  await expect(dialog.getByRole('region', { name: 'What happened' })).toContainText('Dispute of $1.00')
  await expect(refund).toHaveCount(0)
  await close()
})

test('an admin settles a difference with a reason, and it leaves the list', phoneToo, async ({ page }) => {
  const person = await newBuyer(page)
  const { orderId } = await buyByCard(page, person, [{ type: 'beat', slug: 'parramatta-road', licenseType: 'MP3' }])
  const { db, close } = openDatabase()
  const difference = 'The provider took $20.00 instead of $29.95.'
  await db.updateTable('payment').set({ difference }).where('orderId', '=', orderId).execute()
  await close()
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=orders&show=different&q=${person.email}`)
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: /^SL-/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Order SL-/ })
  await dialog.getByRole('button', { name: 'Settle…' }).click()
  const form = dialog.getByRole('form', { name: 'Settle the difference' })
  await expect(form).toContainText(difference)
  await form.getByRole('button', { name: 'Settle it' }).click()
  await expect(form).toContainText('Say why.')
  await expectAccessible(page)
  await form.getByLabel('Reason').fill('The bank kept a fee.')
  await form.getByRole('button', { name: 'Settle it' }).click()
  await expect(dialog).toContainText(`Settled: ${difference}`)
  await expect(dialog.getByRole('region', { name: 'What happened' })).toContainText(
    'Difference settled: The bank kept a fee.',
  )
  await expect(dialog.getByRole('button', { name: 'Settle…' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('No order fits that.')).toBeVisible()
})
