import type { Page } from '@playwright/test'
import { newBuyer } from './buy.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

/** A person who has paid for a Growth plan by card. */
async function planHolder(page: Page) {
  const person = await newBuyer(page)
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(`/api${path}`, { headers: person.headers, data })
    await expect(reply).toBeOK()
    return (await reply.json()) as Record<string, unknown>
  }
  const { card } = await post('/sandbox/cards', { number: '4242424242424242', expires: '12 / 39', cvc: '314' })
  const plan = { type: 'subscription', planId: 'growth', billingCycle: 'monthly', paymentMethodId: card }
  const { sessionId, orderId } = await post('/checkout/start', { items: [plan], method: 'credit', total: 5.99 })
  expect(await post('/checkout/confirm', { provider: 'stripe', sessionId, orderId })).toMatchObject({ state: 'paid' })
  return person
}

test('an admin ticks work for a plan off with a link, and its seller sees it', async ({ page }) => {
  const seller = await planHolder(page)
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=worklist&work=post&plan=growth')
  const table = page.getByRole('table', { name: 'Worklist' })
  const row = table.getByRole('row').filter({ hasText: seller.displayName })
  await expect(row).toContainText('Social media post')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: /^Tick off.*Social media post/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Social media post for ${seller.displayName}` })
  await dialog.getByRole('button', { name: 'Tick off' }).click()
  await expect(dialog.getByText('Give the link to what was done')).toBeVisible()
  await dialog.getByLabel('Link to what you did').fill('https://social.example/slide/7')
  await dialog.getByLabel('Note').fill('On three pages.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Tick off' }).press('Enter')
  await expect(page.getByText('Ticked off. The seller is told.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/show=done/)
  await expect(row.getByRole('link', { name: /^Link/ })).toHaveAttribute('href', 'https://social.example/slide/7')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/admin?tab=audit')
  await expect(page.getByRole('tabpanel')).toContainText('tick task off')

  await page.evaluate(() => localStorage.clear())
  await keepSession(page, seller.email, seller.password)
  await page.goto('/account?tab=plans')
  const work = page.getByRole('list', { name: 'What we do for you' })
  await expect(work).toContainText('On three pages.')
  await expect(work.getByRole('link', { name: /^See it/ })).toHaveAttribute('href', 'https://social.example/slide/7')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
