import type { Page } from '@playwright/test'
import { expect, expectRefusal, keepSession, signIn, somebody, test } from './test.ts'

const BEAT = 'Stairwell Sermon'
const menuOf = (page: Page, title: string) => page.getByRole('button', { name: `More about ${title}`, exact: true })
const stored = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('slide.playlist') ?? '[]') as { title: string }[]).map(({ title }) => title),
  )
const owner = (page: Page) => page.evaluate(() => localStorage.getItem('slide.playlist.owner'))

async function addFrom(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Add to playlist', exact: true }).click()
}

/** Makes a new account without signing in. */
async function newAccount(page: Page) {
  const person = somebody()
  expect((await page.request.post('/api/auth/register', { data: person })).ok()).toBe(true)
  return person
}

test('a guest adds a beat and a pack’s previews to the playlist, but no kit', async ({ page }) => {
  await page.goto('/')
  await menuOf(page, BEAT).first().click()
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click()
  await expect(page.getByText('Added to playlist')).toBeVisible()
  await addFrom(page, '/pack/slide-theory')
  await expect(page.getByText('Pack added to playlist')).toBeVisible()
  const tracks = await page.getByRole('region', { name: 'Contents' }).getByRole('listitem').count()
  expect(await stored(page)).toHaveLength(1 + tracks)
  await addFrom(page, '/kit/hats-in-sixes')
  await expect(page.getByText('Kits can’t be added to the playlist.')).toBeVisible()
  await addFrom(page, '/track/stairwell-sermon')
  await expect(page.getByText('Already in the playlist')).toBeVisible()
  await addFrom(page, '/pack/slide-theory')
  await expect(page.getByText('Already in the playlist')).toBeVisible()
  const titles = await stored(page)
  expect(titles).toHaveLength(1 + tracks)
  expect(titles[0]).toBe(BEAT)
})

test('signing in keeps the playlist and brings it to other devices; signing out removes it here', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await newAccount(page)
  await addFrom(page, '/track/stairwell-sermon')
  await expect(page.getByText('Added to playlist')).toBeVisible()
  await signIn(page, email, password)
  await expect.poll(() => owner(page)).not.toBeNull()
  expect(await stored(page)).toEqual([BEAT])

  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const other = await context.newPage()
  await signIn(other, email, password)
  await expect.poll(() => stored(other)).toEqual([BEAT])
  await addFrom(other, '/pack/slide-theory')
  await expect(other.getByText('Pack added to playlist')).toBeVisible()
  const all = await stored(other)
  expect(all.length).toBeGreaterThan(1)

  // the first device has not seen this change and must not lose it
  await addFrom(page, '/track/stairwell-sermon')
  await expect(page.getByText('Already in the playlist')).toBeVisible()
  await expect.poll(() => stored(page)).toEqual(all)
  await page.evaluate(() => localStorage.removeItem('auth'))
  await page.reload()
  await expect.poll(() => stored(page)).toEqual([])
  expect(await owner(page)).toBeNull()
  await expect.poll(() => stored(other)).toEqual(all)
  await context.close()
})

test('a change that the server refuses is reverted with a message', async ({ page, complaints }) => {
  const { email, password } = await newAccount(page)
  await keepSession(page, email, password)
  await page.goto('/about')
  await expect.poll(() => owner(page)).not.toBeNull()
  await page.route('**/api/me/playlist/entries', (route) => route.fulfill({ status: 500, json: { error: 'internal' } }))
  await addFrom(page, '/track/stairwell-sermon')
  await expect(page.getByText("Couldn't add to playlist")).toBeVisible()
  expect(await stored(page)).toEqual([])
  expectRefusal(complaints, 500)
})

test('two tabs show the same playlist', async ({ page, context }) => {
  const { email, password } = await newAccount(page)
  await keepSession(page, email, password)
  await page.goto('/about')
  await expect.poll(() => owner(page)).not.toBeNull()
  const other = await context.newPage()
  await addFrom(page, '/track/stairwell-sermon')
  await expect(page.getByText('Added to playlist')).toBeVisible()
  await addFrom(other, '/pack/slide-theory')
  await expect(other.getByText('Pack added to playlist')).toBeVisible()
  const all = await stored(page)
  expect(all[0]).toBe(BEAT)
  expect(all.length).toBeGreaterThan(1)
  expect(await stored(other)).toEqual(all)
})
