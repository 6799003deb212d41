import { payByCard } from './buy.ts'
import { openDatabase } from './earner.ts'
import { promoteBeat, promoter } from './promoter.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, phoneToo, test } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

test('an admin pauses a promotion with a reason that its seller reads, and lets it go on', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Plumstead Low'], promo: 42_00 })
  await promoteBeat(page, person, person.ids[0]!)
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=people&q=${encodeURIComponent(person.email)}`)
  await page.getByRole('button', { name: person.displayName }).click()
  const facts = page.getByRole('dialog', { name: person.displayName })
  await expect(facts.getByRole('link', { name: 'Codes' })).toHaveAttribute(
    'href',
    `/admin?tab=codes&person=${person.id}`,
  )
  await facts.getByRole('link', { name: 'Promotions' }).click()
  await expect(page).toHaveURL(`/admin?tab=promotions&person=${person.id}`)
  await expect(page.getByRole('table', { name: 'Load of the places' })).toContainText('Home page')
  const row = page.getByRole('table', { name: 'Promotions', exact: true }).getByRole('row').last()
  await expect(row).toContainText('Plumstead Low')
  await expect(row).toContainText('0 of 4,200')
  await expect(row.getByRole('cell').filter({ hasText: '0 of 4,200' })).toHaveCSS('text-align', 'right')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause the promotion of Plumstead Low?' })
  await dialog.getByLabel('Reason').fill('The cover is not yours')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await expect(row).toContainText('The cover is not yours')
  await keepSession(page, person.email, person.password)
  await page.goto('/promos?tab=yours')
  await expect(page.getByRole('article', { name: 'Promotion of Plumstead Low' })).toContainText(
    'The cover is not yours',
  )
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=promotions&person=${person.id}`)
  await row.getByRole('button', { name: 'Resume' }).click()
  const resume = page.getByRole('dialog', { name: 'Resume the promotion of Plumstead Low?' })
  await resume.getByLabel('Reason').fill('It is')
  await resume.getByRole('button', { name: 'Resume' }).click()
  await expect(row).toContainText('Active')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Paused' }).click()
  await expect(page).toHaveURL(/show=paused/)
  await expect(page.getByText('No promotion fits that.')).toBeVisible()
})

test('an admin who refunds a promotion is told that it ends', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Abbey Wood Pull'] })
  const line = { type: 'promotion', targetType: 'BEAT', targetId: person.ids[0], tier: 'standard', days: 3 }
  await payByCard(page, person, [line])
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=promotions&person=${person.id}`)
  await page.getByRole('button', { name: /^SL-/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Order SL-/ })
  await dialog.getByRole('button', { name: 'Refund…' }).click()
  await dialog.getByRole('checkbox').check()
  await expect(dialog).toContainText('“Promotion of Abbey Wood Pull” fall by $4.50. It ends at once.')
  await dialog.getByRole('button', { name: 'Bought by mistake' }).click()
  await dialog.getByRole('button', { name: 'Refund $4.50' }).click()
  await expect(page.getByText('The refund is on its way.')).toBeVisible()
  await keepSession(page, person.email, person.password)
  await page.goto('/promos?tab=yours')
  await page.getByRole('button', { name: 'Abbey Wood Pull', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('It was refunded.')
})

test('the list of promotions stays in its place when the load of the places comes', phoneToo, async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/admin/promotions/load', async (route) => {
    await released.promise
    await route.continue()
  })
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=promotions')
  await expect(page.getByRole('status', { name: 'Loading the places' })).toBeVisible()
  const top = async () => (await page.getByRole('search', { name: 'Search promotions' }).boundingBox())!.y
  const before = await top()
  released.resolve()
  await expect(page.getByRole('table', { name: 'Load of the places' })).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(8)
})
