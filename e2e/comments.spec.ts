import type { APIRequestContext, Page, Route } from '@playwright/test'
import { expect, expectAccessible, expectRefusal, keepSession, somebody, test } from './test.ts'

const BEAT = '/track/stairwell-sermon'
const OTHER_BEAT = '/track/boyne-street'
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const box = (page: Page) => comments(page).getByRole('textbox', { name: 'Comment' })
const post = (page: Page) => comments(page).getByRole('button', { name: 'Post' })
const row = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

async function write(page: Page, text: string) {
  await box(page).fill(text)
  await post(page).click()
  await expect(row(page, text)).toBeVisible()
}
async function remove(page: Page, text: string) {
  await row(page, text).getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByRole('dialog', { name: 'Delete comment?' }).getByRole('button', { name: 'Delete' }).click()
}

/** A named person with 25 comments on an item that has few others. */
async function talker(request: APIRequestContext, count: number, kit: string) {
  const person = somebody()
  const { accessToken } = (await (await request.post('/api/auth/register', { data: person })).json()) as {
    accessToken: string
  }
  const { id } = (await (await request.get(`/api/kits/by-slug/${kit}`)).json()) as { id: number }
  for (let n = 1; n <= count; n++) {
    const reply = await request.post(`/api/kits/${id}/comments`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { text: `${person.displayName} says ${n}.` },
    })
    expect(reply.status()).toBe(200)
  }
  return person
}

test('a guest’s comment waits for the sign-in; then it is posted, counted and can be deleted', async ({ page }) => {
  const text = `that slide into bar 17 ${somebody().displayName}`
  await page.goto(`${BEAT}#comments`)
  await expect(comments(page)).toBeInViewport()
  await box(page).fill(text)
  await expect(box(page)).toHaveAccessibleDescription(`${text.length} of 2000 characters`)
  await post(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill('buyer@slide.test')
  await dialog.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(box(page)).toHaveValue(text)
  await post(page).click()
  await expect(row(page, text)).toHaveCount(1)
  await expect(box(page)).toHaveValue('')
  await expect(comments(page).getByRole('status').filter({ hasText: 'Comment posted.' })).toHaveCount(1)
  // the counter above and the one here agree
  const counted = await comments(page).getByRole('heading', { level: 2 }).innerText()
  await expect(page.getByRole('link', { name: `${counted.replace(/\D/g, '')} comments`, exact: true })).toBeVisible()
  // the comment shows at once; its Delete button means that the server kept it
  await expect(row(page, text).getByRole('button', { name: 'Delete your comment' })).toBeVisible()
  await page.reload()
  await expect(row(page, text)).toHaveCount(1)

  await row(page, text).getByRole('button', { name: 'Delete your comment' }).click()
  const question = page.getByRole('dialog', { name: 'Delete comment?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, text)).toHaveCount(1)
  await row(page, text).getByRole('button', { name: 'Delete your comment' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, text)).toHaveCount(0)
  await page.reload()
  await expect(comments(page).getByRole('listitem').first()).toBeVisible()
  await expect(row(page, text)).toHaveCount(0)
})

test('more comments load on demand, and comments of others can be reported', async ({ page, request }) => {
  const kit = 'sirens-risers'
  const { displayName } = await talker(request, 25, kit)
  await keepSession(page, 'buyer@slide.test')
  // signing in loads the list again; that call is still running when more is asked for
  const anew = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await anew.promise
    await route.continue()
  }
  await page.route('**/api/kits/*/comments*', hold) // to the end: files that load while a route goes may be lost
  await page.goto(`/kit/${kit}`)
  const mine = row(page, `${displayName} says`)
  await expect(mine).toHaveCount(20)
  await comments(page).getByRole('button', { name: 'Load more' }).click()
  anew.resolve()
  await expect(mine).toHaveCount(25)
  await expect(comments(page).getByRole('listitem').nth(20)).toBeFocused()
  await expect(row(page, `${displayName} says 25.`)).toHaveCount(1)

  await mine
    .first()
    .getByRole('button', { name: `Report the comment of ${displayName}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Report comment' })
  await expect(dialog).toContainText(`${displayName} says 25.`)
  await expectAccessible(page)
  await dialog.getByLabel(/What is wrong/).fill('Nothing but noise.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Reported. Thank you.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a comment that can’t be deleted returns to its place, and newer comments stay', async ({
  page,
  request,
  complaints,
}) => {
  const { email, password, displayName } = await talker(request, 2, 'hats-in-sixes')
  await keepSession(page, email, password)
  await page.goto('/kit/hats-in-sixes')
  const deletion = Promise.withResolvers<void>()
  await page.route('**/api/comments/*', async (route) => {
    await deletion.promise
    await route.abort()
  })
  await row(page, `${displayName} says 1.`).getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByRole('dialog', { name: 'Delete comment?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, `${displayName} says 1.`)).toHaveCount(0)
  await box(page).fill(`${displayName} says 3.`)
  await post(page).click()
  const mine = row(page, `${displayName} says`)
  await expect(mine.first().getByRole('button', { name: 'Delete your comment' })).toBeVisible()
  await box(page).focus()
  deletion.resolve()
  await expect(page.getByText("Couldn't delete comment.")).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(mine).toContainText([3, 2, 1].map((n) => `${displayName} says ${n}.`))
  complaints.length = 0 // the browser itself reports the failed call
})

test('blank comments are not sent; a comment that fails returns to the box', async ({ page, complaints }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto(BEAT)
  const sent: string[] = []
  page.on('request', (asked) => asked.method() === 'POST' && sent.push(asked.url()))
  await box(page).fill('   \n ')
  await post(page).click()
  expect(sent).toEqual([])
  const text = `into a dead line ${somebody().displayName}`
  await box(page).fill(text)
  await page.context().setOffline(true)
  await post(page).click()
  await expect(page.getByText("Couldn't post comment.")).toBeVisible()
  await expect(row(page, text)).toHaveCount(0)
  await expect(box(page)).toHaveValue(text)
  await page.context().setOffline(false)
  complaints.length = 0 // the browser itself reports the dead line
  await post(page).click()
  await expect(row(page, text)).toHaveCount(1)
})

test('a comment deleted in another tab disappears here too', async ({ page, complaints }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto(OTHER_BEAT)
  const text = `Deleted twice ${Date.now()}`
  await write(page, text)
  const other = await page.context().newPage()
  await other.goto(OTHER_BEAT)
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
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/browse?bpm=any&type=beats')
  await page.route('**/api/beats/*/comments*', (route) => route.abort())
  await page.getByRole('link', { name: 'Boyne Street' }).first().click()
  await expect(comments(page).getByText("Couldn't load comments.")).toBeVisible()
  complaints.length = 0 // the browser itself reports each failed call
  await page.unroute('**/api/beats/*/comments*')
  await write(page, `Posted blind ${Date.now()}`)
})

test('a long comment stays whole and says how much is too much', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/track/stairwell-sermon')
  const form = page.getByRole('form', { name: 'Write a comment' })
  const field = form.getByRole('textbox')
  await field.fill('x'.repeat(2_013))
  await expect(field).toHaveValue('x'.repeat(2_013))
  const fault = form.getByText('A comment has at most 2,000 characters. Take 13 out.')
  await expect(fault).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Post' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('x'.repeat(2_013))
  await field.fill('Long, but not too long')
  await expect(fault).toBeHidden()
  await field.fill('')
})
