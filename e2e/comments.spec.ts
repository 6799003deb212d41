import type { Page } from '@playwright/test'
import { expect, expectRefusal, signIn, test, untilAlive } from './test.ts'

// The comments in two tabs, and without their list.

const BEAT = '/track/boyne-street'
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const row = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

async function post(page: Page, text: string) {
  await comments(page).getByRole('textbox', { name: 'Comment' }).fill(text)
  await comments(page).getByRole('button', { name: 'Post' }).click()
  await expect(row(page, text)).toBeVisible()
}
async function remove(page: Page, text: string) {
  await row(page, text).getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByRole('dialog', { name: 'Delete comment?' }).getByRole('button', { name: 'Delete' }).click()
}

test('a comment deleted in another tab disappears here too', async ({ page, complaints }) => {
  await signIn(page, 'buyer@slide.test')
  await page.goto(BEAT)
  await untilAlive(page)
  const text = `Deleted twice ${Date.now()}`
  await post(page, text)
  const other = await page.context().newPage()
  await other.goto(BEAT)
  await remove(other, text)
  await expect(row(other, text)).toHaveCount(0)
  const heading = comments(page).getByRole('heading', { level: 2 })
  const count = Number((await heading.innerText()).replace(/\D/g, ''))
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await remove(page, text)
  expect((await answered).status()).toBe(404)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(row(page, text)).toHaveCount(0)
  await expect(heading).toHaveText(`Comments ${count - 1}`)
  expectRefusal(complaints, 404)
})

test('posting after a failed load brings the list', async ({ page, complaints }) => {
  await signIn(page, 'buyer@slide.test')
  await page.goto('/browse?bpm=any&type=beats')
  await untilAlive(page)
  await page.route('**/api/beats/*/comments*', (route) => route.abort())
  await page.getByRole('link', { name: 'Boyne Street' }).first().click()
  await expect(comments(page).getByText("Couldn't load comments.")).toBeVisible()
  complaints.length = 0 // the browser itself reports each failed call
  await page.unroute('**/api/beats/*/comments*')
  await post(page, `Posted blind ${Date.now()}`)
})
