import type { Page } from '@playwright/test'
import { expect, keepSession, somebody } from './test.ts'

const drafts = ['Alpha Road', 'Bravo Court', 'Charlie House']

/** Signs in as a new seller with three drafts. */
export async function sellerWithDrafts(page: Page) {
  const person = somebody()
  const { accessToken } = (await (await page.request.post('/api/auth/register', { data: person })).json()) as {
    accessToken: string
  }
  for (const [at, title] of drafts.entries()) {
    const data = { title, genre: 'UK Drill', bpm: 140 + at, tags: [`tag${at}`] }
    const reply = await page.request.post('/api/me/beats', {
      headers: { authorization: `Bearer ${accessToken}` },
      data,
    })
    expect(reply.status()).toBe(200)
  }
  await keepSession(page, person.email, person.password)
  return person
}
