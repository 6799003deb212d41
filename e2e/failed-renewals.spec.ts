import type { Page } from '@playwright/test'
import { openPlans, payByCard, table } from './plan-buyer.ts'
import { signedInAdmin } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phoneToo, test } from './test.ts'

/** Buys Growth with a card that pays the first time only. Its renewals fail, until its provider tells the state. */
async function failRenewals(page: Page, wanted: 'overdue' | 'paused') {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  await payByCard(page, '4000000000000341')
  await expect(page).toHaveURL(/\/order\/complete/)
  const order = await page.getByText(/^SL-\d{8}-\w+$/).innerText()
  const { request } = page
  const headers = await signedInAdmin(request)
  const list = await (await request.get('/api/sandbox/subscriptions', { headers })).json()
  const { subscriptions } = list as { subscriptions: { reference: string; description: string }[] }
  const { reference } = subscriptions.find(({ description }) => description.endsWith(order))!
  const step = async () => {
    const reply = await request.post(`/api/sandbox/subscriptions/${reference}/step`, { headers })
    return ((await reply.json()) as { state: string }).state
  }
  await expect.poll(step).toBe(wanted)
}

test('the library tells until when a paused plan was paid', async ({ page }) => {
  await failRenewals(page, 'paused')
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(async () => {
    await page.goto('/library?tab=services')
    await expect(panel).toContainText('Paused')
  }).toPass()
  await expect(panel).toContainText('Was paid until')
  await expect(panel).not.toContainText('Days left')
  await expect(panel.getByRole('button', { name: 'Renew Subscription' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Pay another way' })).toBeVisible()
})

test('a plan whose renewal has failed is paid in another way', phoneToo, async ({ page, isMobile }) => {
  await failRenewals(page, 'overdue')
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(async () => {
    await page.goto('/library?tab=services')
    await page.getByRole('listitem').getByRole('link', { name: 'Growth plan' }).click()
    await expect(panel).toContainText('Renewal was due')
  }).toPass()
  await expect(panel).toContainText('Active, its renewal is tried again')
  await expect(panel.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await panel.getByRole('link', { name: 'Compare plans' }).click()
  const note = page.getByRole('status').filter({ hasText: 'The last renewal failed.' })
  await expect(note).toContainText('Another card or PayPal pays for it at once.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await note.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText('Growth plan')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await expect(page).toHaveURL(/\/order\/complete/)
  await page.getByRole('link', { name: 'Your plan' }).click()
  await expect(table(page, isMobile)).toContainText(/Monthly, renews \w+ \d+/)
  await expect(note).toBeHidden()
})
