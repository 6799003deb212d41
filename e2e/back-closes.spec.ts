import type { Page } from '@playwright/test'
import { expect, keepSession, phoneOnly, somebody, test, untilDialogLeft } from './test.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Filters' })

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(sheetOf(page)).toBeVisible()
}

test('Back closes the filters of a phone, and the next Back leaves the page', phoneOnly, async ({ page }) => {
  await page.goto('/about')
  await page.goto('/browse?type=beats')
  await openFilters(page)
  await page.goBack()
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/browse?type=beats')
  for (const close of ['button', 'Escape']) {
    await openFilters(page)
    if (close === 'button') await sheetOf(page).getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toHaveCount(0)
  }
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('Back from a page that a dialog led to leads to the page below it', phoneOnly, async ({ page }) => {
  await page.goto('/about')
  await page.goto('/browse?type=beats')
  await openFilters(page)
  await sheetOf(page).getByRole('button', { name: 'UK', exact: true }).click()
  await sheetOf(page)
    .getByRole('button', { name: /^Show \d+ items?$/ })
    .click()
  await expect(page).toHaveURL('/browse?type=beats&style=uk-drill')
  await expect(sheetOf(page)).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox', { name: 'Search' }).fill('stairwell')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]+\/search\?q=stairwell/)
  await expect(search).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/browse?type=beats&style=uk-drill')
  await page.goBack()
  await expect(page).toHaveURL('/browse?type=beats')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a page that is loaded again below a dialog has no entry of it in the history', phoneOnly, async ({ page }) => {
  await page.goto('/about')
  await page.goto('/browse?type=beats')
  await openFilters(page)
  await page.reload()
  await expect(sheetOf(page)).toHaveCount(0)
  await untilDialogLeft(page)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('Back asks before an edit is lost, and asks again after it goes on', phoneOnly, async ({ page }) => {
  const person = somebody()
  const { accessToken } = (await (await page.request.post('/api/auth/register', { data: person })).json()) as {
    accessToken: string
  }
  const headers = { authorization: `Bearer ${accessToken}` }
  const data = { title: 'Bravo Court', genre: 'UK Drill', bpm: 140, tags: ['night'] }
  expect((await page.request.post('/api/me/beats', { headers, data })).ok()).toBe(true)
  await keepSession(page, person.email, person.password)
  await page.goto('/about')
  await page.goto('/sell')
  await page.getByRole('button', { name: 'More for Bravo Court' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const title = page.getByRole('form', { name: 'Edit' }).getByLabel('Title')
  await title.fill('Zulu Yard')
  const question = page.getByRole('dialog', { name: 'Close without sending?' })
  for (const answer of ['Keep writing', 'Close without sending']) {
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toHaveCount(0)
    if (answer === 'Keep writing') await expect(title).toHaveValue('Zulu Yard')
  }
  await expect(title).toHaveCount(0)
  await expect(page).toHaveURL('/sell')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test(
  'a toast leaves room for a question over a dialog that fills the screen',
  phoneOnly,
  async ({ page, harmless }) => {
    harmless.push(/status of 500/)
    await keepSession(page, 'admin@slide.test')
    await page.goto('/admin?tab=people')
    await page.getByRole('table', { name: 'People' }).getByRole('row').nth(1).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Give a plan…' }).click()
    const form = page.getByRole('dialog').getByRole('form')
    await form.getByRole('textbox', { name: 'Reason' }).fill('A prize.')
    await form.getByLabel('Last day').fill('2099-01-01')
    await page.route('**/api/admin/people/*/**', (route) => route.fulfill({ status: 500, json: {} }))
    await form.getByRole('button', { name: /^Give/ }).click()
    const toast = page.locator('.toast')
    await expect(toast).toBeVisible()
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Close without sending?' })
    await expect(question).toBeVisible()
    const [low, high] = [(await toast.boundingBox())!, (await question.boundingBox())!]
    expect(low.y + low.height).toBeLessThanOrEqual(high.y)
  },
)
