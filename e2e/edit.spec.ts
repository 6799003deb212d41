import type { Page } from '@playwright/test'
import { sellerWithDrafts } from './drafts.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Not the second line, which names the item for screen readers. */
const row = (page: Page, title: string) =>
  page
    .locator('tbody tr, main li')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()

test('an edit is checked, saved and shown', async ({ page, complaints }) => {
  await sellerWithDrafts(page)
  await page.goto('/sell')
  await page.getByRole('button', { name: 'Edit Bravo Court' }).click()
  const form = page.getByRole('form', { name: 'Edit' })
  await form.getByLabel('Title').fill('<Zulu> Yard')
  await expect(form.getByLabel('Title')).toHaveValue('Zulu Yard')
  await form.getByLabel('Title').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Give a title.')).toBeVisible()
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Title').fill('Zulu Yard')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without sending?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Title')).toHaveValue('Zulu Yard')
  await form.getByLabel('BPM').fill('12')
  await form.getByLabel('BPM').blur()
  await expect(form.getByLabel('BPM'), 'the least tempo').toHaveValue('30')
  await form.getByLabel('BPM').fill('999')
  await expect(form.getByLabel('BPM')).toHaveValue('300')
  const tags = form.getByLabel('Tags')
  await tags.fill(Array.from({ length: 13 }, (_, nth) => `tag ${nth}`).join(', '))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Give at most 12 tags.')).toBeVisible()
  await tags.fill('dark, a tag of too many letters')
  await expect(form.getByText('A tag has up to 24 letters. “a tag of too many letters” has more.')).toBeVisible()
  await tags.fill('dark; #bells')
  await expect(tags).toHaveValue('dark bells')
  await form.getByLabel('Key').selectOption('F♯ minor')
  await page.route('**/api/me/beats/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Failed to save details')).toBeVisible()
  await page.unroute('**/api/me/beats/*')
  complaints.length = 0 // the browser itself reports the failed call
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved!')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Zulu Yard')).toContainText('300 BPM / F♯m')
})

test('an edit whose prices could not be saved shows what was saved', async ({ page, harmless }) => {
  harmless.push(/status of 500/)
  await sellerWithDrafts(page)
  await page.goto('/sell')
  await page.getByRole('button', { name: 'Edit Bravo Court' }).click()
  const form = page.getByRole('form', { name: 'Edit' })
  await form.getByLabel('Title').fill('Yankee Court')
  await form.getByRole('switch', { name: 'MP3 Lease' }).check({ force: true })
  await form.getByLabel('Price of MP3 Lease').fill('20')
  await page.route('**/api/me/beats/*/licenses', (route) => route.fulfill({ status: 500, json: {} }))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Failed to save license prices')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without sending' }).click()
  await expect(row(page, 'Yankee Court')).toBeVisible()
})
