import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { keepSession, somebody } from './test.ts'

export type Person = Awaited<ReturnType<typeof person>>

/** A new account that writes without a browser, too. */
export async function person(request: APIRequestContext) {
  const who = somebody()
  const registered = await request.post('/api/auth/register', { data: who })
  const { accessToken } = (await registered.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const { id } = (await (await request.get('/api/auth/me', { headers })).json()) as { id: number }
  return {
    ...who,
    id,
    async write(to: { id: number }, content: string, more: object = {}) {
      const reply = await request.post('/api/chat/send', {
        headers,
        data: { senderId: id, receiverId: to.id, content, ...more },
      })
      expect(reply.ok()).toBe(true)
      return (await reply.json()) as { id: number }
    },
    post: (path: string, data: object = {}) => request.post(`/api${path}`, { headers, data }),
    put: (path: string) => request.put(`/api${path}`, { headers }),
  }
}

/** The conversation of a signed-in person with another. */
export async function openChat(page: Page, self: Person, partner: { id: number }) {
  await keepSession(page, self.email, self.password)
  await page.goto(`/chat/${partner.id}`)
  await expect(fieldOf(page)).toBeVisible()
}

/** A browser of its own, as on another device. */
export async function otherBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({ viewport: page.viewportSize() })
  return context.newPage()
}

export const fieldOf = (page: Page) => page.getByPlaceholder('Type a message…')
export const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })
export const bubble = (page: Page, text: string) => logOf(page).getByText(text, { exact: true })

export async function say(page: Page, text: string) {
  await fieldOf(page).fill(text)
  await fieldOf(page).press('Enter')
}
