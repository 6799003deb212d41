import type { Page } from '@playwright/test'
import type { Buyer } from './buy.ts'
import { expect, somebody } from './test.ts'

/** Registers a friend by a link, with a browser of their own, and confirms the email by the mail that the shop keeps. */
export async function bring(page: Page, link: string, email?: string) {
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

type Panel = { referralLink: string; referralCredits: number; history: { state: string }[] }

export async function referralOf(page: Page, { headers }: Pick<Buyer, 'headers'>) {
  const reply = await page.request.get('/api/me/referral', { headers })
  return (await reply.json()) as Panel
}

/** A person's other address that leads to the same mailbox. */
export const aliasOf = ({ email }: Buyer) => email.replace('@', '+again@')
