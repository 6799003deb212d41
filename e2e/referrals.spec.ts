import type { Page } from '@playwright/test'
import { newBuyer } from './buy.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, signIn, somebody, test } from './test.ts'

/** Registers a friend by a link, with a browser of their own, and confirms the email by the mail that the shop keeps. */
async function bring(page: Page, link: string, email?: string) {
  const friend = { ...somebody(), ...(email && { email }) }
  const headers = { 'user-agent': `Browser of ${friend.email}` }
  const data = { ...friend, referralCode: new URL(link, 'http://here').searchParams.get('ref') }
  expect((await page.request.post('/api/auth/register', { headers, data })).status()).toBe(200)
  const login = { email: 'admin@slide.test', password: 'slide-demo-140' }
  const admin = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { accessToken: string }
  const asAdmin = { headers: { authorization: `Bearer ${admin.accessToken}` } }
  const q = encodeURIComponent(friend.email)
  const list = (await (await page.request.get(`/api/admin/mail?q=${q}`, asAdmin)).json()) as { items: { id: number }[] }
  const mail = (await (await page.request.get(`/api/admin/mail/${list.items[0]!.id}`, asAdmin)).json()) as {
    text: string
  }
  const token = /[?]token=(\S+)/.exec(mail.text)![1]!
  expect((await page.request.post('/api/auth/confirm-email', { data: { token } })).status()).toBe(200)
  return friend
}

async function referralOf(page: Page, { headers }: { headers: Record<string, string> }) {
  const reply = await page.request.get('/api/me/referral', { headers })
  return (await reply.json()) as { referralLink: string; referralCredits: number }
}

test('a friend’s confirmed email brings credits, and an alias waits for an admin', async ({ page }) => {
  const person = await newBuyer(page)
  const { referralLink } = await referralOf(page, person)
  await bring(page, referralLink)
  await expect.poll(async () => (await referralOf(page, person)).referralCredits).toBe(5)
  const alias = await bring(page, referralLink, person.email.replace('@', '+again@'))
  await signIn(page, person.email, person.password)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Referral' }).click()
  const dialog = page.getByRole('dialog', { name: 'Referral' })
  await expect(dialog).toContainText('At your plan a friend brings you $5.00.')
  await expect(dialog.getByRole('listitem')).toContainText(['In review', 'Credited'])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => localStorage.clear())
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=referrals')
  const row = page.getByRole('table', { name: 'Referrals' }).getByRole('row', { name: new RegExp(alias.displayName) })
  await expect(row).toContainText('The address leads to the same mailbox')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `Refuse the referral of ${alias.displayName}` }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'All' }).click()
  await expect(row).toContainText('Refused')
  expect((await referralOf(page, person)).referralCredits).toBe(5)
})
