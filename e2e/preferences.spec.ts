import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, somebody, test, phoneToo } from './test.ts'

async function newcomer(page: Page) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
}

const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

test('people choose which news reaches them, by touch and by keyboard', phoneToo, async ({ page }) => {
  await newcomer(page)
  await page.goto('/account?tab=notifications')
  await expect(page).toHaveTitle('Notifications | Account | Slide')
  await expect(page.getByRole('tabpanel').getByText('Your email is not confirmed yet')).toBeVisible()
  await expect(toggle(page, 'Comments: Daily digest')).toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // single mails take the kind out of the digest
  const saved = page.waitForResponse('**/api/me/notification-preferences')
  await toggle(page, 'Comments: Mail').click()
  await expect(toggle(page, 'Comments: Daily digest')).not.toBeChecked()
  await saved
  await toggle(page, 'Likes: On the site').focus()
  const second = page.waitForResponse('**/api/me/notification-preferences')
  await page.keyboard.press('Space')
  await second
  await page.reload()
  await expect(toggle(page, 'Comments: Mail')).toBeChecked()
  await expect(toggle(page, 'Likes: On the site')).not.toBeChecked()
  await expect(toggle(page, 'News about Slide: Mail')).not.toBeChecked()
  await expect(page.getByRole('table', { name: 'News that can’t be switched off' })).toContainText('about your money')
})

test('a switch goes back when the server refuses', async ({ page, complaints }) => {
  await newcomer(page)
  await page.goto('/account?tab=notifications')
  await expect(toggle(page, 'Likes: Mail')).not.toBeChecked()
  await page.route('**/api/me/notification-preferences', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await toggle(page, 'Likes: Mail').click()
  await expect(page.getByText('That was not saved. Try again.')).toBeVisible()
  await expect(toggle(page, 'Likes: Mail')).not.toBeChecked()
  expect(complaints.splice(0).length).toBe(1)
})
