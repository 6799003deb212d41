import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

const SELLER = 'producer@slide.test'
const beat = { type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' } as const

async function expectGood(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('a dialog with words of one account leaves before the next one comes', async ({ page, context }) => {
  const [buyer, other] = [await newBuyer(page), await newBuyer(page)]
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library')
  await page.getByRole('button', { name: 'Problem with this purchase' }).click()
  await page.getByLabel('Tell what happened').fill('The WAV is silent.')
  const tab = await context.newPage()
  await keepSession(tab, other.email, other.password)
  await tab.goto('/library')
  await expect(page.getByRole('main')).toContainText('No items found.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a session that ends while words are typed takes none of them', async ({ page, context, harmless }) => {
  harmless.push(/status of 401/)
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library')
  await page.getByRole('button', { name: 'Problem with this purchase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Problem with “Stairwell Sermon”' })
  await dialog.getByText('A file is missing or broken').click()
  await dialog.getByLabel('Tell what happened').fill('The WAV is silent.')
  const kept = await page.evaluate(() => localStorage.getItem('auth')!)
  const { refreshToken } = JSON.parse(kept) as { refreshToken: string }
  await page.request.post('/api/auth/logout', { data: { refreshToken } })
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  await expect(dialog.getByLabel('Tell what happened')).toHaveValue('The WAV is silent.')
  const tab = await context.newPage()
  await keepSession(tab, buyer.email, buyer.password)
  await tab.goto('/library')
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(page.getByText('The problem is reported.')).toBeVisible()
})

test('a buyer complains, the seller answers, and the operator refunds a part', async ({ page }) => {
  const buyer = await newBuyer(page)
  const { orderId } = await buyByCard(page, buyer, [beat])
  const stands = page.getByRole('region', { name: 'How it stands' })
  const said = page.getByRole('region', { name: 'What was said' })

  // from the order's page
  await keepSession(page, buyer.email, buyer.password)
  await page.goto(`/order/complete?orderId=${orderId}`)
  await page.getByRole('button', { name: 'Problem with this purchase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Problem with “Stairwell Sermon”' })
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(dialog.getByText('Choose what is wrong.')).toBeVisible()
  await expect(dialog.getByText('Say what is wrong.')).toBeVisible()
  await expectGood(page)
  await dialog.getByRole('radio', { name: 'A file is missing or broken' }).check({ force: true })
  await dialog.getByLabel('Tell what happened').fill(`The MP3 ends after a minute. ${buyer.displayName}`)
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Close without sending?' })
    .getByRole('button', { name: 'Keep writing' })
    .click()
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(page).toHaveURL(/\/problems\/\d+$/)
  const address = page.url()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A file is missing or broken')
  await expect(stands).toContainText('ColdHarbour is asked')
  await expect(said).toContainText('The MP3 ends after a minute.')
  await expectGood(page)

  // the seller finds it on the dashboard
  await keepSession(page, SELLER)
  await page.goto('/sell')
  await page.getByRole('region', { name: 'Problems' }).getByRole('link', { name: 'Answer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problems')
  await expectGood(page)
  const row = page.getByRole('listitem').filter({ hasText: buyer.displayName })
  await expect(row).toContainText('Waiting for you')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(address)
  await expectGood(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Write your answer.')).toBeVisible()
  await page.getByLabel('Your answer').fill('It is one minute long, as its page says.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(stands).toContainText('You have answered')
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  const refund = page.getByRole('dialog', { name: /^Refund \$/ })
  await expect(refund).toContainText('Your earnings of this sale are taken back.')
  await expectGood(page)
  await page.keyboard.press('Escape')

  // the buyer finds the answer from the library, and asks the operator
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library')
  const chosen = page.getByRole('complementary', { name: 'Chosen item' })
  const item = page.getByRole('listitem').getByRole('link', { name: 'Stairwell Sermon' })
  if (!(await chosen.isVisible())) await item.click()
  await chosen.getByRole('link', { name: 'Your problem: answered by the seller' }).click()
  await expect(stands).toContainText('ColdHarbour has answered')
  await page.getByRole('button', { name: 'Ask us to decide' }).click()
  const ask = page.getByRole('dialog', { name: 'Ask us to decide' })
  await ask.getByLabel('What is still wrong?').fill('Its page says three minutes.')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expectGood(page)
  await ask.getByRole('button', { name: 'Ask us to decide' }).click()
  await expect(stands).toContainText('We decide')

  // the operator finds it in the worklist, takes the evidence and decides
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=orders&q=${encodeURIComponent(buyer.email)}`)
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Needs you/ })
    .click()
  const order = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
  await expect(order).toContainText('Decide a problem.')
  await expectGood(page)
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await table.path(), 'utf8')).toContain(buyer.displayName)
  await order.getByRole('button', { name: /^SL-/ }).click()
  const detail = page.getByRole('dialog', { name: /^Order SL-/ })
  await expect(detail.getByRole('region', { name: 'Problem with Stairwell Sermon' })).toContainText(
    'Its page says three minutes.',
  )
  await expectGood(page)
  const [pack] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('button', { name: 'Evidence pack' }).click(),
  ])
  expect(Object.keys(unzipSync(await readFile(await pack.path())))).toEqual([
    'evidence.pdf',
    'evidence.json',
    expect.stringMatching(/^licenses\/.+\.pdf$/),
  ])
  const decide = detail.getByRole('form', { name: 'Decide' })
  await decide.getByRole('button', { name: 'Decide' }).click()
  await expect(decide.getByText(/^Give \$0 to/)).toBeVisible()
  await decide.getByLabel(/^Refund, up to/).fill('5000')
  await expect(decide).not.toContainText('5,000')
  await decide.getByLabel(/^Refund, up to/).fill('0')
  await expect(decide).toContainText('The sale stands.')
  await decide.getByLabel(/^Refund, up to/).fill('5')
  await decide.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(decide.getByText('Give a reason. Both sides read it.')).toBeVisible()
  await decide.getByLabel('Reason').fill('The page was unclear.')
  await decide.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(page.getByText('It is decided. Both were told.')).toBeVisible()
  await expect(detail.getByRole('list', { name: 'Items' })).toContainText('$5.00 refunded')

  // the notice leads the buyer to the decision
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/notifications')
  await page.getByRole('link', { name: /\$5\.00 for “Stairwell Sermon” goes back to you/ }).click()
  await expect(page).toHaveURL(address)
  await expect(stands).toContainText('$5.00 on its way to you')
  await expect(said).toContainText('The page was unclear.')
  await expect(stands.getByRole('button')).toHaveCount(0)
  await expectGood(page)
})
