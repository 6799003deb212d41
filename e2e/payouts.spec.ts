import type { Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { earner, linkedEarner, openDatabase, rested, sellerIn, settle } from './earner.ts'
import { addBeat } from './made-beats.ts'
import { seller } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

async function signedInEarner(page: Page) {
  const person = await earner(shop.db, page)
  await keepSession(page, person.email, person.password)
  return person
}

test('the hour at which a sale clears carries its time zone', async ({ page }) => {
  const person = await sellerIn(shop.db, page)
  const { slug } = await addBeat(shop.db, person.id, 'Clears Soon')
  await buyByCard(page, await newBuyer(page), [{ type: 'beat', slug, licenseType: 'MP3' }])
  await keepSession(page, person.email, person.password)
  await page.goto('/account?tab=payouts')
  const sale = page.getByRole('listitem').filter({ hasText: 'Clears Soon' })
  await expect(sale.getByText(/^\d\d:\d\d UTC$/)).toBeVisible()
})

test('a seller links PayPal, gives name and country, and is paid the same day', phoneToo, async ({ page }) => {
  const { id, password } = await signedInEarner(page)
  await page.goto('/account?tab=payouts')
  await expect(page).toHaveTitle('Payouts | Account | Slide')
  const money = page.getByRole('region', { name: 'Where your money is' })
  await expect(money).toContainText('$412.60')
  await expect(money).toContainText('Link your PayPal first.')
  await expect(page.getByText('No payouts yet.')).toBeVisible()
  const payOut = page.getByRole('button', { name: 'Pay out $391.97 today' })
  await expect(payOut).toBeDisabled()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const paypal = page.getByRole('region', { name: 'PayPal', exact: true })
  await paypal.getByLabel('PayPal email').fill('nobody')
  await paypal.getByRole('button', { name: 'Link PayPal' }).click()
  await expect(paypal.getByText('Enter a valid PayPal email.')).toBeVisible()
  await paypal.getByLabel('PayPal email').fill('lola@mainland.test')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Link this PayPal?' })
  await expect(asked).toContainText('lola@mainland.test gets your earnings from now on.')
  await asked.getByRole('textbox', { name: 'Password' }).fill(password)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Link PayPal' }).click()
  await expect(paypal.getByText('Linked', { exact: true })).toBeVisible()
  await expect(page.getByText('so payouts rest until')).toBeVisible()
  const details = page.getByRole('region', { name: 'Before your first payout' })
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Enter your full name.')).toBeVisible()
  await details.getByLabel('Legal name').fill('Lola Adeyemi')
  await details.getByLabel('Country').selectOption('Nigeria')
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details).toBeHidden()
  await expect(payOut).toBeDisabled()
  const given = page.getByRole('region', { name: 'Your details' })
  await expect(given).toContainText('Lola Adeyemi')
  await given.getByRole('button', { name: 'Change' }).click()
  await given.getByLabel('Country').selectOption('Ghana')
  await given.getByRole('button', { name: 'Save' }).click()
  await expect(given.getByLabel('Country')).toBeHidden()
  await expect(given).toContainText('Ghana')
  await expectAccessible(page)

  await rested(shop.db, id)
  await page.reload()
  await expect(money).toContainText('To lola@mainland.test, no fee.')
  await payOut.click()
  const dialog = page.getByRole('dialog', { name: 'Pay out today?' })
  await expect(dialog).toContainText('$412.60')
  await expect(dialog).toContainText('−$20.63')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pay out $391.97' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('table', { name: 'Payouts, newest first' }).getByRole('row').nth(1)
  await expect(row).toContainText('$391.97')
  await expect(row).toContainText('Requested')
  await expect(row).toContainText('A person looks at it first.')
  await expect(money).toContainText('$0.00')
  await expect(page.getByText('No available balance.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // what waits goes back when PayPal is unlinked
  await paypal.getByRole('switch').click()
  await expect(money).toContainText('Weekly payouts are off.')
  await paypal.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('dialog', { name: 'Unlink PayPal?' }).getByRole('button', { name: 'Unlink' }).click()
  await expect(row).toContainText('Canceled')
  await expect(money).toContainText('$412.60')
})

test('an open page shows a payout as paid when the news of it arrives', async ({ page }) => {
  const { email, password, payOut } = await linkedEarner(shop.db, page)
  const number = await payOut()
  await keepSession(page, email, password)
  const stream = page.waitForResponse((reply) => reply.url().includes('/api/notifications/stream'))
  await page.goto('/account?tab=payouts')
  const row = page.getByRole('table', { name: 'Payouts, newest first' }).getByRole('row').nth(1)
  await expect(row).toContainText('A person looks at it first.')
  await stream
  await settle(page, number, 'paid')
  await expect(row).toContainText('Paid')
  await expect(page.getByRole('complementary', { name: 'PayPal and rules' })).toContainText('Paid out in all$391.97')
})

test('statements of a year are saved as CSV and PDF', async ({ page }) => {
  await signedInEarner(page)
  await page.goto('/account?tab=payouts')
  const year = new Date().getUTCFullYear()
  for (const as of ['CSV', 'PDF']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `${year}, ${as}` }).click()
    expect((await download).suggestedFilename()).toBe(`slide-earnings-${year}.${as.toLowerCase()}`)
  }
})

test('people on Free read what same-day payouts need, and failures offer another try', async ({ page, complaints }) => {
  const person = await seller(page.request)
  await keepSession(page, person.email, person.password)
  await page.route('**/api/me/payouts/summary', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account?tab=payouts')
  const failed = page.getByText('Couldn’t load your payouts.')
  await expect(failed).toBeVisible()
  await page.unroute('**/api/me/payouts/summary')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Same-day payout' })).toContainText('for a fee of 5%')
  while (complaints.length) expectRefusal(complaints, 500)
})
