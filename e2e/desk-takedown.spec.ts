import type { APIRequestContext, Page } from '@playwright/test'
import { askFresh } from './fresh-pages.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { addBeat } from './made-beats.ts'
import { seller } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test } from './test.ts'

/** A beat on sale that no list of other tests shows. */
async function beatOnSale(request: APIRequestContext) {
  const { db, close } = openDatabase()
  const ann = await sellerIn(db, { request })
  const beat = await addBeat(db, ann.id, `Sirens ${ann.displayName.slice(-12)}`)
  await close()
  return { ...ann, ...beat }
}

const choose = async (page: Page, menu: string, item: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an admin takes an item down and puts it back, and picks it for Featured', async ({ page, request }) => {
  const beat = await beatOnSale(request)
  const statusOfPage = async () => (await askFresh(request, `/track/${beat.slug}`)).status()
  const found = async () => {
    const reply = await request.get(`/api/search?q=${encodeURIComponent(beat.title)}`)
    const { items } = (await reply.json()) as { items: { title: string }[] }
    return items.some(({ title }) => title === beat.title)
  }
  expect([await statusOfPage(), await found()]).toEqual([200, true])
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?show=all&q=${encodeURIComponent(beat.title)}`)

  await choose(page, `More for ${beat.title}`, 'Feature')
  await expect(page.getByRole('cell', { name: 'Featured' })).toBeVisible()
  await choose(page, `More for ${beat.title}`, 'End featuring')
  await expect(page.getByRole('cell', { name: 'Featured' })).toHaveCount(0)

  await choose(page, `More for ${beat.title}`, 'Take down')
  const dialog = page.getByRole('dialog', { name: `Take down “${beat.title}”?` })
  await expect(dialog.getByRole('button', { name: 'Take down' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sample is not cleared.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByRole('cell', { name: /Taken down/ })).toContainText('The sample is not cleared.')
  await expectNoSidewaysScroll(page)
  expect(await found()).toBe(false)
  expect(await statusOfPage()).toBe(404)

  await choose(page, `More for ${beat.title}`, 'Put back')
  await expect(page.getByRole('cell', { name: 'Approved' })).toBeVisible()
  expect(await found()).toBe(true)
  expect(await statusOfPage()).toBe(200)
})

test('the page of an item that an admin takes down there says so at once', async ({ page, request, complaints }) => {
  const beat = await beatOnSale(request)
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/track/${beat.slug}`)
  await choose(page, `More about ${beat.title}`, 'Take down')
  const dialog = page.getByRole('dialog', { name: `Take down “${beat.title}”?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sample is not cleared.')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByRole('note')).toContainText('our reviewers can see this page: Taken down.')
  await expect(page.getByRole('note')).toContainText('The sample is not cleared.')
  expectRefusal(complaints, 404)
})

test('an item that an admin takes down in a list leaves it at once', async ({ page, request }) => {
  const beat = await beatOnSale(request)
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/search?q=${encodeURIComponent(beat.title)}`)
  await choose(page, `More about ${beat.title}`, 'Take down')
  const dialog = page.getByRole('dialog', { name: `Take down “${beat.title}”?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sample is not cleared.')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `More about ${beat.title}` })).toHaveCount(0)
})

test('people report an item, and admins dismiss the report or take the item down', async ({ page, request }) => {
  const beat = await beatOnSale(request)
  const fan = await seller(request)
  await page.goto(`/track/${beat.slug}`)
  await choose(page, `More about ${beat.title}`, 'Report')
  await expect(page.getByText('Sign in to report a beat.')).toBeVisible()
  await keepSession(page, fan.email, fan.password)
  for (const thing of ['This beat', beat.displayName]) {
    await page.goto(`/track/${beat.slug}`)
    await choose(page, `More about ${beat.title}`, 'Report')
    const dialog = page.getByRole('dialog', { name: `Report “${beat.title}”` })
    await dialog.getByText(thing, { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'What is wrong with it?' }).fill(`Wrong: ${thing}`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Report' }).click()
    await expect(page.getByText('Reported. Thank you.').last()).toBeVisible()
  }
  await page.evaluate(() => localStorage.clear())
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=reports')
  const reports = page.getByRole('listitem').filter({ hasText: fan.displayName })
  await expect(reports).toHaveCount(2)
  await expect(reports.first().getByRole('link', { name: beat.title })).toHaveAttribute('href', `/track/${beat.slug}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await reports.last().getByRole('button', { name: 'Dismiss' }).click()
  await expect(reports).toHaveCount(1)
  await reports.getByRole('button', { name: 'Take down' }).click()
  const dialog = page.getByRole('dialog', { name: `Take down “${beat.title}”?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not cleared.')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByText(`“${beat.title}” is taken down.`)).toBeVisible()
  await expect(reports).toHaveCount(0)
  expect((await request.get(`/api/beats/${beat.id}`)).status()).toBe(404)
})

test('the reports tab says when nothing is reported, and when the list fails', async ({ page, complaints }) => {
  await keepSession(page, 'admin@slide.test')
  let answer: object = { status: 503, json: { error: 'unavailable', message: 'Later.' } }
  await page.route('**/api/admin/reports?*', (route) => route.fulfill(answer))
  await page.goto('/admin?tab=reports')
  await expect(page.getByText('Couldn’t load the reports.')).toBeVisible()
  complaints.splice(0) // the answers of 503, one for each try
  answer = { json: { items: [], page: 0, limit: 50, totalItems: 0, totalPages: 0 } }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing is reported.')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})
