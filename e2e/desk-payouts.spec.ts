import type { Page } from '@playwright/test'
import { earner, openDatabase, rested } from './earner.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

/** A seller whose first payout waits for a person. */
async function waiting(page: Page) {
  const { displayName, headers, id, password } = await earner(shop.db, page)
  const send = async (method: 'patch' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](`/api${path}`, { headers, ...(data && { data }) })
    await expect(reply).toBeOK()
    return reply
  }
  await send('patch', '/me/paypal', { paypalEmail: `to-${id}@paypal.test`, password })
  await send('patch', '/me/payouts', { legalName: 'Lola Adeyemi', country: 'NG' })
  await rested(shop.db, id)
  const reply = await send('post', '/payouts/same-day')
  const { number } = (await reply.json()) as { number: string }
  return { displayName, number }
}

test('an admin holds one payout with a reason, and approves others', async ({ page }) => {
  const [one, other] = [await waiting(page), await waiting(page)]
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=payouts')
  const table = page.getByRole('table', { name: 'Payouts that wait for you' })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(rowOf(one.displayName)).toContainText('First payout to this PayPal address')
  await expect(rowOf(one.displayName)).toContainText('$391.97')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await rowOf(one.displayName).getByRole('button', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog', { name: `Hold ${one.number}?` })
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(dialog.getByText('Say why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The name differs')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(rowOf(one.displayName)).toContainText('Held: The name differs')

  for (const { displayName, number } of [one, other])
    await rowOf(displayName)
      .getByRole('checkbox', { name: `Select ${displayName}, ${number}` })
      .check()
  const chosen = page.getByRole('group', { name: 'Selected payouts' })
  await expect(chosen).toContainText('2 selected')
  await expect(chosen).toContainText('$783.94')
  // on a scrolled phone the bar covers half of a row: at the page's start it stands at its own place
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
  await chosen.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved. 2 payouts are on their way.')).toBeVisible()
  await expect(rowOf(one.displayName)).toBeHidden()

  const all = page.getByRole('table', { name: 'Payouts', exact: true })
  const sent = all.getByRole('row').filter({ hasText: other.number })
  await expect(sent).toContainText('Processing')
  await sent.getByRole('button', { name: 'Ask now' }).click()
  await expect(page.getByText('Asked.', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('slide-payouts.csv')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Came back' }).click()
  await expect(page).toHaveURL(/show=came-back/)
  await page.goto('/admin?tab=audit')
  await expect(page.getByRole('tabpanel')).toContainText('approve payout')
})
