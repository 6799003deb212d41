import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  signIn,
  somebody,
  test,
  phoneToo,
} from './test.ts'

async function newcomer(page: Page) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  return person
}

test('people ask for their data with their password, and save it', async ({ page, complaints }) => {
  const person = await newcomer(page)
  await page.goto('/account?tab=data')
  await expect(page).toHaveTitle('Your data | Account | Slide')
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Ask for my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for your data' })
  await dialog.getByLabel('Your password', { exact: true }).fill('some other words')
  await dialog.getByRole('button', { name: 'Make my export' }).click()
  await expect(dialog.getByText('That is not your current password.').first()).toBeVisible()
  expectRefusal(complaints, 400)
  await expectAccessible(page)
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const save = page.getByRole('link', { name: /^Save the ZIP/ })
  await expect(save).toBeVisible()
  await expect(page.getByText('You can ask again on')).toBeVisible()
  const download = page.waitForEvent('download')
  await save.click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^slide-data-.*\.zip$/)

  const { 'read-me.html': readMe } = unzipSync(await readFile(await saved.path()))
  await page.goto('about:blank')
  await page.setContent(strFromU8(readMe!))
  await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.getByRole('columnheader').evaluateAll(wordsInPieces), `at ${width}`).toEqual([])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('own data that can’t be loaded is told, and what is shown stays', async ({ page, harmless }) => {
  harmless.push(/status of 500/)
  await newcomer(page)
  const broken = (address: string) => page.route(address, (route) => route.fulfill({ status: 500, json: {} }))
  for (const address of ['**/api/me/data', '**/api/me/data/files?*', '**/api/me/deletion']) await broken(address)
  await page.goto('/account?tab=data')
  for (const what of ['your export', 'the files of your items', 'what a deletion would mean'])
    await expect(page.getByRole('alert').filter({ hasText: `Couldn’t load ${what}.` })).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/api/me/data')
  const made = { state: 'making', askedAt: new Date().toISOString(), until: null, bytes: null, url: null }
  await page.route('**/api/me/data', (route) => route.fulfill({ json: { export: made, canAskAt: made.askedAt } }))
  const section = page.getByRole('region', { name: 'Take your data with you' })
  await section.getByRole('button', { name: 'Try again' }).first().click()
  await expect(section).toContainText('Your export is being made.')
  let failures = 0
  await page.route('**/api/me/data', (route) => {
    failures++
    return route.fulfill({ status: 500, json: {} })
  })
  await expect.poll(() => failures, 'the page looks again').toBeGreaterThan(2) // one try more is no failure yet
  await expect(section).toContainText('Your export is being made.')
  await expect(page.getByText('Couldn’t load your export.')).toHaveCount(0)
})

/** Words that go on in another line. */
const wordsInPieces = (elements: Element[]) =>
  elements.flatMap(({ firstChild }) => {
    const text = firstChild?.nodeValue ?? ''
    return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(firstChild!, index)
      range.setEnd(firstChild!, index + word.length)
      return range.getClientRects().length > 1 ? word : []
    })
  })

test('an account is deleted in a week, and a banner on every page keeps it', phoneToo, async ({ page }) => {
  const person = await newcomer(page)
  await page.goto('/account?tab=data')
  await page.getByRole('button', { name: 'Delete my account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('tabpanel').getByText('You can still change your mind.')).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Your account' })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // signing in anew shows it, too
  await page.evaluate(() => localStorage.clear())
  await signIn(page, person.email, person.password)
  await expect(banner).toContainText('Your account will be deleted')
  await page.goto('/charts')
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays, and your items are back.')).toBeVisible()
  await expect(banner).toBeHidden()
  await page.goto('/account?tab=data')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('a second browser of the person shows the banner, and drops it, without a reload', async ({ page, browser }) => {
  const person = await newcomer(page)
  await page.goto('/account?tab=data')
  const context = await browser.newContext()
  const other = await context.newPage()
  await keepSession(other, person.email, person.password)
  await other.goto('/browse')
  const login = await page.request.post('/api/auth/login', { data: person })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  await page.request.post('/api/me/deletion', { headers, data: { password: person.password } })
  const bannerOf = (at: Page) => at.getByRole('complementary', { name: 'Your account' })
  await expect(bannerOf(other)).toBeVisible()
  await expect(bannerOf(page)).toBeVisible()
  await bannerOf(page).getByRole('button', { name: 'Keep my account' }).click()
  await expect(bannerOf(page)).toBeHidden()
  await expect(bannerOf(other)).toBeHidden()
  await context.close()
})
