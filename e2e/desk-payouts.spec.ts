import type { Page } from '@playwright/test'
import { linkedEarner, openDatabase, settle } from './earner.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

/** A seller whose first payout waits for a person. */
async function waiting(page: Page) {
  const { displayName, payOut } = await linkedEarner(shop.db, page)
  return { displayName, payOut, number: await payOut() }
}

test('an admin holds one payout with a reason, and approves others', async ({ page }) => {
  const [first, one, other] = [await waiting(page), await waiting(page), await waiting(page)]
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=payouts')
  const table = page.getByRole('table', { name: 'Payouts that wait for you' })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(page.getByText('Select all')).toBeVisible()
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

  // the next payout moves under the mouse before the second press
  await rowOf(first.displayName).getByRole('button', { name: 'Approve' }).dblclick()
  await expect(page.getByText('Approved. It is on its way.')).toBeVisible()
  await expect(rowOf(first.displayName)).toBeHidden()
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

test('the desk counts a payout that came back among those before', async ({ page }) => {
  const { displayName, payOut, number } = await waiting(page)
  await settle(page, number, 'failed')
  await payOut()
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=payouts')
  const table = page.getByRole('table', { name: 'Payouts that wait for you' })
  const row = table.getByRole('row').filter({ hasText: displayName })
  await expect(row).toContainText('The last payout came back, or a sale is disputed')
  await expect(row).toContainText('1 payout before, 1 came back')
})

test('an approved payout comes back into the list when it waits again', async ({ page }) => {
  const [one, other] = [await waiting(page), await waiting(page)]
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=payouts')
  const table = page.getByRole('table', { name: 'Payouts that wait for you' })
  const rowOf = ({ displayName }: typeof one) => table.getByRole('row').filter({ hasText: displayName })
  await rowOf(one).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved. It is on its way.')).toBeVisible()
  await expect(rowOf(one)).toBeHidden()
  // as if PayPal had never answered
  const lost = { batch: null, dueAt: null, failure: 'The provider never answered.' }
  const id = Number(one.number.slice(one.number.indexOf('-') + 1))
  await shop.db.updateTable('payout').set(lost).where('id', '=', id).execute()
  await rowOf(other).getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(other)).toBeHidden()
  await expect(rowOf(one).getByRole('button', { name: 'Not sent' })).toBeVisible()
})
