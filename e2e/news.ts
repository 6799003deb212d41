import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addItem, addWave } from '#test/factories.ts'
import { openDatabase } from './earner.ts'
import { DEMO_PASSWORD, somebody } from './test.ts'

const LONG_AGO = new Date('2020-01-01') // behind the items that other tests look for

/** A new producer with a beat, and a fan whose comments give the producer notices. */
export async function producerWithNews(request: APIRequestContext) {
  const person = { ...somebody(), password: DEMO_PASSWORD }
  const registration = await request.post('/api/auth/register', { data: person })
  const { accessToken } = (await registration.json()) as { accessToken: string }
  const authorization = { authorization: `Bearer ${accessToken}` }
  const { id } = (await (await request.get('/api/auth/me', { headers: authorization })).json()) as { id: number }
  const beat = { slug: `heard-by-${id}`, title: `Heard by ${id}` }
  const shop = openDatabase()
  const beatId = await addItem(shop.db, { ...beat, ownerId: id, publishedAt: LONG_AGO })
  await addWave(shop.db, beatId, Buffer.alloc(600, 120))
  await shop.close()
  const fan = somebody()
  const registered = await request.post('/api/auth/register', { data: fan })
  const asFan = {
    authorization: `Bearer ${((await registered.json()) as { accessToken: string }).accessToken}`,
  }
  return {
    id,
    email: person.email,
    name: person.displayName,
    beat,
    fan: fan.displayName,
    /** Marks all notices as read. */
    readAll: () => request.post('/api/notifications/read-all', { headers: authorization }),
    async comment(text: string) {
      const reply = await request.post(`/api/beats/${beatId}/comments`, { headers: asFan, data: { text } })
      expect(reply.ok()).toBe(true)
    },
  }
}

/** A link on a phone, else a button; the dropdown below it has the same name. */
export const bellOf = (page: Page) =>
  page.getByRole('banner').locator('.ico[aria-label^=Notifications]').filter({ visible: true })

/** Words that no other test writes. */
export const unheard = (text: string) => `${text} ${Math.random().toString(36).slice(2)}`
