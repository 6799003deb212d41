import type { Page } from '@playwright/test'
import { realAdmin } from './real-admin.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test } from './test.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Stop and go' }).getByRole('listitem').filter({ hasText: name })

test.describe('in a shop of its own', () => {
  test.use({ baseURL: process.env.REAL_URL ?? '' })

  test('an admin stops a part with a reason, sellers read it, and it goes on', async ({ page }) => {
    const name = 'Payouts'
    const reason = `Nothing of ${name.toLowerCase()} until Monday.`
    await realAdmin(page)
    await page.goto('/admin?tab=settings')
    await expect(rowOf(page, name)).toContainText('Running')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await rowOf(page, name).getByRole('button', { name: 'Stop' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Stop ${name.toLowerCase()}?` })
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(dialog.getByText('Say why: everybody reads it.')).toBeVisible()
    await dialog.getByLabel('Reason').fill(reason)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(rowOf(page, name)).toContainText('Stopped since')
    await expect(page.getByRole('complementary', { name: 'Stopped' })).toContainText(`${name} stopped`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto('/account?tab=payouts')
    await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
    await page.goto('/admin?tab=settings')
    await rowOf(page, name).getByRole('button', { name: 'Go on' }).click()
    await expect(rowOf(page, name)).toContainText('Running')
    await expect(page.getByText(`${name} stopped`)).toBeHidden()
    await page.goto('/admin?tab=audit')
    await expect(page.getByRole('row').filter({ hasText: reason }).first()).toContainText(`stop ${name.toLowerCase()}`)
  })

  test('an admin changes a setting within its bounds, and takes its default back', async ({ page }) => {
    await realAdmin(page)
    await page.goto('/admin?tab=settings')
    const form = page.getByRole('form', { name: 'Uploads of one account', exact: true })
    const field = form.getByRole('textbox')
    await field.fill('1')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/Give at least \d/)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('30')
    await field.press('Enter')
    await expect(form.getByRole('button', { name: 'Default' })).toBeVisible()
    await expect(field).toHaveValue('30')
    await form.getByRole('button', { name: 'Default' }).click()
    await expect(field).toHaveValue('20')
    await expect(form.getByRole('button', { name: 'Default' })).toBeHidden()
  })
})

test('an upload that was chosen while uploads are stopped tells why, and goes on when it is tried again', async ({
  page,
  complaints,
}) => {
  const reason = 'We move our files until 9 pm UTC.'
  await page.route('**/api/house', (route) =>
    route.fulfill({ json: { stopped: [{ what: 'uploads', reason, since: '2026-11-24T06:00:00.000Z' }] } }),
  )
  let isStopped = true
  await page.route('**/api/uploads', (route) =>
    isStopped
      ? route.fulfill({ status: 503, json: { error: 'uploads_stopped', message: reason, requestId: 'x' } })
      : route.fallback(),
  )
  await keepSession(page, 'admin@slide.test')
  await page.goto('/upload')
  const dialog = page.getByRole('dialog', { name: 'Upload' })
  await expect(dialog.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await dialog.getByLabel('Title').fill('Kept words')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'beat.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(1000, 1) })
  await expect(dialog.getByText(reason)).toHaveCount(2)
  expectRefusal(complaints, 503)
  isStopped = false
  await dialog.getByRole('button', { name: 'Try the upload of beat.wav again' }).click()
  await expect(dialog.getByText(reason)).toHaveCount(1)
  await expect(dialog.getByLabel('Title')).toHaveValue('Kept words')
})
