import type { Page } from '@playwright/test'
import { askFresh } from './fresh-pages.ts'
import { producerWithNews } from './news.ts'
import { DEMO_PASSWORD, expect, expectAccessible, expectNoSidewaysScroll, keepSession, test, phoneToo } from './test.ts'

const DAY = 24 * 60 * 60_000

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens a person at the desk, found by the whole email. */
async function openPerson(page: Page, { email, name }: { email: string; name: string }) {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=people')
  await page.getByRole('search', { name: 'Search people' }).getByRole('searchbox').fill(email)
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'People' })
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText(email)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await table.getByRole('button', { name, exact: true }).click()
  await expectAccessible(page)
  return dialogOf(page, name)
}

test('an admin bans a seller, who appeals once; the answer brings everything back', async ({ page, request }) => {
  const { email, name, beat, id } = await producerWithNews(request)
  const expectBoth = async (status: number) => {
    for (const path of [`/profile/${id}`, `/track/${beat.slug}`])
      expect((await askFresh(request, path)).status(), path).toBe(status)
  }
  await expectBoth(200)

  const dialog = await openPerson(page, { email, name })
  await dialog.getByRole('button', { name: 'Ban…' }).press('Enter')
  await expect(dialog.getByLabel('What it is about')).toBeFocused()
  const form = dialog.getByRole('form', { name: `Ban ${name}` })
  await form.getByRole('button', { name: `Ban ${name}` }).click()
  await expect(form.getByText('Choose what it is about.')).toBeVisible()
  await expect(form.getByText('Say why.')).toBeVisible()
  await form.getByLabel('What it is about').selectOption({ label: 'Music of other people' })
  await form.getByLabel('Reason').fill('The melody is taken from a record of 1998.')
  await expectAccessible(page)
  await form.getByRole('button', { name: `Ban ${name}` }).click()
  await expect(page.getByText(`${name} is banned.`)).toBeVisible()
  await expectBoth(404)

  await keepSession(page, email, DEMO_PASSWORD)
  await page.goto('/library')
  await page.getByRole('link', { name: 'Why, and what you can do' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is banned' })).toBeVisible()
  await expect(page.getByText('The melody is taken from a record of 1998.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const appeal = page.getByRole('form', { name: 'Your appeal' })
  await appeal.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(appeal.getByText('Write why the ban is wrong.')).toBeVisible()
  await appeal.getByLabel('Why the ban is wrong').fill('I played it myself. The project is attached to the beat.')
  await appeal.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(page.getByText('There is one appeal for each ban.')).toBeVisible()
  await expect(appeal).toBeHidden()

  const again = await openPerson(page, { email, name })
  await again.getByRole('button', { name: 'Answer the appeal' }).click()
  const answer = again.getByRole('form', { name: `Answer the appeal of ${name}` })
  await expect(answer).toContainText('I played it myself.')
  await answer.getByLabel('Decision').selectOption({ label: 'Lift the ban' })
  await answer.getByLabel('Answer').fill('You are right, and we are sorry.')
  await expectAccessible(page)
  await answer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('The appeal is answered.')).toBeVisible()
  await expectBoth(200)
})

test('an appeal that is being written stays when the ban can’t be looked at again', async ({
  page,
  request,
  harmless,
}) => {
  harmless.push(/status of 500/)
  const { id, email } = await producerWithNews(request)
  const login = await request.post('/api/auth/login', { data: { email: 'admin@slide.test', password: DEMO_PASSWORD } })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const data = { category: 'spam', reason: 'The same offer to forty people.' }
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await request.post(`/api/admin/people/${id}/ban`, { headers, data })).ok()).toBe(true)
  await page.clock.install()
  await keepSession(page, email, DEMO_PASSWORD)
  await page.goto('/banned')
  const appeal = page.getByRole('form', { name: 'Your appeal' })
  await appeal.getByLabel('Why the ban is wrong').fill('They had all asked me for it.')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Cancel' }).click()
  let failures = 0
  await page.route('**/api/me/ban', (route) => {
    failures++
    return route.fulfill({ status: 500, json: {} })
  })
  await page.clock.fastForward('01:00') // the answer is old
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(() => failures, 'one try more').toBe(2)
  await page.unroute('**/api/me/ban')
  await appeal.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(page.getByText('They had all asked me for it.')).toBeVisible()
})

test(
  'an admin gives a plan until a day, its owner reads the day, and an admin ends it early',
  phoneToo,
  async ({ page, request }) => {
    const { email, name } = await producerWithNews(request)
    const lastDay = new Date(Date.now() + 30 * DAY)
    const dialog = await openPerson(page, { email, name })
    await dialog.getByRole('button', { name: 'Give a plan…' }).click()
    const form = dialog.getByRole('form', { name: /plan/i })
    await form.getByLabel('Plan').selectOption({ label: 'Pro' })
    await form.getByLabel('Last day').fill(lastDay.toISOString().slice(0, 10))
    await form.getByLabel('Reason').fill('Prize of the beat battle')
    await expectAccessible(page)
    await form.getByRole('button', { name: /Give/ }).click()
    await expect(form).toBeHidden()
    await expect(dialog).toContainText('Pro')

    await keepSession(page, email, DEMO_PASSWORD)
    await page.goto('/account?tab=plans')
    const until = lastDay.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
    await expect(page.getByText(`Given to you until ${until}`).filter({ visible: true })).toBeVisible()

    const again = await openPerson(page, { email, name })
    await again.getByRole('button', { name: 'End the given plan…' }).click()
    const end = again.getByRole('form')
    await end.getByLabel('Reason').fill('The prize went to somebody else')
    await end.getByRole('button', { name: /End/ }).click()
    await expect(again.getByRole('button', { name: 'Give a plan…' })).toBeVisible()
  },
)
