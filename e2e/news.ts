import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { somebody } from './test.ts'

const PASSWORD = 'slide-demo-140'

/** A demo producer, and a fan whose comments give the producer notices. Each test takes another producer. */
export async function producerWithNews(request: APIRequestContext, handle: string) {
  const email = `${handle.toLowerCase()}@slide.test`
  const login = await request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const authorization = { authorization: `Bearer ${accessToken}` }
  const { id } = (await (await request.get('/api/auth/me', { headers: authorization })).json()) as { id: number }
  const { items } = (await (await request.get('/api/beats/approved?limit=100')).json()) as {
    items: { id: number; slug: string; title: string; ownerId: number }[]
  }
  const beat = items.find(({ ownerId }) => ownerId === id)!
  const fan = somebody()
  const registered = await request.post('/api/auth/register', { data: fan })
  const asFan = {
    authorization: `Bearer ${((await registered.json()) as { accessToken: string }).accessToken}`,
  }
  return {
    email,
    beat,
    fan: fan.displayName,
    /** Marks all notices as read. */
    readAll: () => request.post('/api/notifications/read-all', { headers: authorization }),
    async comment(text: string) {
      const reply = await request.post(`/api/beats/${beat.id}/comments`, { headers: asFan, data: { text } })
      expect(reply.ok()).toBe(true)
    },
  }
}

/** A link on a phone, else a button; the dropdown below it has the same name. */
export const bellOf = (page: Page) =>
  page.getByRole('banner').locator('.ico[aria-label^=Notifications]').filter({ visible: true })

/** Words that no other test writes. */
export const unheard = (text: string) => `${text} ${Math.random().toString(36).slice(2)}`
