import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

const GROWTH = 'growth@slide.test'
const letters = () => Math.random().toString(36).slice(2, 8).toUpperCase()

/** Makes a code of the demo's Growth seller, by the API. */
async function newCode({ request }: Page) {
  const login = await request.post('/api/auth/login', { data: { email: GROWTH, password: DEMO_PASSWORD } })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const code = `DESK-${letters()}`
  const headers = { authorization: `Bearer ${accessToken}` }
  await expect(await request.post('/api/me/codes', { headers, data: { code, percent: 15 } })).toBeOK()
  return code
}

test('an admin finds a code, pauses it with a reason, and its seller reads the reason', async ({ page }) => {
  const code = await newCode(page)
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=codes')
  const table = page.getByRole('table', { name: 'Codes' })
  await page.getByRole('searchbox', { name: 'Code or seller' }).fill(code.toLowerCase())
  await page.getByRole('searchbox', { name: 'Code or seller' }).press('Enter')
  await expect(page).toHaveURL(/q=desk-/)
  const row = table.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('15% off')
  await expect(table.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `Pause ${code}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Pause ${code}?` })
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText('Say why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It is said to take 50% off.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(page.getByText('Paused. The seller is told.')).toBeVisible()
  await expect(row).toContainText('It is said to take 50% off.')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Paused by us' }).click()
  await expect(page).toHaveURL(/show=held/)
  await expect(row.getByRole('button', { name: `Resume ${code}` })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: 'Deals' }).click()
  await expect(page.getByRole('searchbox', { name: 'Seller' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await keepSession(page, GROWTH)
  await page.goto('/account?tab=codes')
  const own = page.getByRole('row').filter({ hasText: code })
  await expect(own).toContainText('Paused by the house: It is said to take 50% off.')
  await expect(own.getByRole('button', { name: `End ${code}` })).toBeVisible()
  await expect(own.getByRole('button', { name: `Resume ${code}` })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
