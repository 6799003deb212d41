import type { APIRequestContext, Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { sellerWithBeat } from './made-beats.ts'
import { signedInAdmin } from './studio.ts'
import { DEMO_PASSWORD, expect, keepSession, test } from './test.ts'

// A page that stays open shows what the bell tells.

/** Opens a page, and waits until it hears of news. */
async function openLive(page: Page, address: string) {
  const live = page.waitForResponse('**/api/notifications/stream*')
  await page.goto(address)
  await live
}

async function send(request: APIRequestContext, path: string, headers: { authorization: string }, data: object) {
  const reply = await request.post(`/api${path}`, { headers, data })
  expect(reply.status(), await reply.text()).toBe(200)
  return (await reply.json()) as { id: number }
}

const beat = { type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' } as const

test('an open library shows a purchase that was paid elsewhere', async ({ page }) => {
  const buyer = await newBuyer(page)
  await keepSession(page, buyer.email, buyer.password)
  await openLive(page, '/library')
  await expect(page.getByText('No items found.')).toBeVisible()
  await buyByCard(page, buyer, [beat])
  await expect(page.getByRole('region', { name: 'Beats' })).toContainText('Stairwell Sermon')
})

test('an open problem shows the answer', async ({ page }) => {
  const buyer = await newBuyer(page)
  const { orderId } = await buyByCard(page, buyer, [beat])
  const order = await page.request.get(`/api/purchases/order/${orderId}`, { headers: buyer.headers })
  const { purchases } = (await order.json()) as { purchases: { purchaseId: number }[] }
  const report = { reason: 'other', text: 'It is too loud.' }
  const { id } = await send(page.request, `/purchases/${purchases[0]!.purchaseId}/problem`, buyer.headers, report)
  await keepSession(page, buyer.email, buyer.password)
  await openLive(page, `/problems/${id}`)
  const stands = page.getByRole('region', { name: 'How it stands' })
  await expect(stands).toContainText('ColdHarbour is asked')
  const login = { email: 'producer@slide.test', password: DEMO_PASSWORD }
  const { accessToken } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as {
    accessToken: string
  }
  const seller = { authorization: `Bearer ${accessToken}` }
  await send(page.request, `/problems/${id}/answer`, seller, { text: 'It is meant to be.' })
  await expect(stands).toContainText('ColdHarbour has answered')
})

test('an open dashboard shows the decision of the review', async ({ page }) => {
  await sellerWithBeat(page, 'Open Dashboard')
  await openLive(page, '/sell')
  const table = page.getByRole('table', { name: 'Your beats and packs' })
  await expect(table).toContainText('In review')
  const headers = await signedInAdmin(page.request)
  const pending = await page.request.get('/api/admin/beats/pending', { headers })
  const { items } = (await pending.json()) as { items: { id: number; title: string }[] }
  const { id } = items.find(({ title }) => title === 'Open Dashboard')!
  await send(page.request, `/admin/beats/${id}/reject`, headers, { reason: 'The kick clips.' })
  await expect(table).toContainText('The kick clips.')
})
