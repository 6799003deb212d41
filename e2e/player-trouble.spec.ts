import type { Page } from '@playwright/test'
import {
  bar,
  collectSounds,
  onShelf,
  playing,
  previewOf,
  shelf,
  soundsNow,
  soundTime,
  toItsEnd,
  visible,
} from './sound.ts'
import { expect, expectRefusal, phoneOnly, test } from './test.ts'

test.use({ savesData: false }) // the next track is loaded ahead

test.beforeEach(({ page }) => collectSounds(page))

/** The beats on the shelf; the previews of the first `lost` ones are missing. */
async function withLost(page: Page, lost: number) {
  await page.goto('/')
  const beats = await onShelf(page)
  for (const beat of beats.slice(0, lost))
    await page.route(`**${await previewOf(page, beat)}`, (route) => route.fulfill({ status: 404 }))
  return beats.map(({ title }) => title)
}

const press = (page: Page, title: string) =>
  shelf(page)
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click()

test('a pressed track that can’t be played is fetched again once; then a message names it', async ({
  page,
  complaints,
}) => {
  const [lost] = await withLost(page, 1)
  const fresh: string[] = []
  page.on('request', (request) => request.url().endsWith('/preview-url') && fresh.push(request.url()))
  await press(page, lost!)
  await expect(page.getByText(`${lost} can’t be played right now.`)).toBeVisible()
  expect(fresh).toHaveLength(1)
  expect(await soundsNow(page)).toBe(0)
  const again = visible(bar(page).getByRole('button', { name: `Play ${lost}`, exact: true }))
  await expect(again).toBeVisible() // nothing else has started instead
  for (const time of [1, 2]) expectRefusal(complaints, time && 404)
  await page.unrouteAll()
  await again.click()
  await expect(playing(page, lost!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
})

test('a track that comes by itself and can’t be played gives way to the next', async ({ page, complaints }) => {
  const titles = await withLost(page, 2)
  await press(page, titles.at(-1)!)
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  await visible(bar(page).getByRole('button', { name: 'Repeat: off' })).click()
  await toItsEnd(page)
  // two in a row stop the player
  await expect(page.getByText(`${titles[1]} can’t be played right now.`)).toBeVisible()
  await expect.poll(() => soundsNow(page)).toBe(0)
  complaints.length = 0
})

test('without a line a press tells so and starts nothing else', async ({ page, complaints }) => {
  await page.goto('/')
  const titles = (await onShelf(page)).map(({ title }) => title)
  await press(page, titles[0]!)
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  await page.context().setOffline(true)
  await press(page, titles[4]!) // the next three are loaded already
  await expect(page.getByText(`${titles[4]} can’t be played. Check your connection.`)).toBeVisible()
  expect(await soundsNow(page)).toBe(0)
  await page.context().setOffline(false)
  await visible(bar(page).getByRole('button', { name: `Play ${titles[4]}`, exact: true })).click()
  await expect(playing(page, titles[4]!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  expect(complaints.filter((line) => line.startsWith('pageerror'))).toEqual([])
})

test('a cover that was missing without a line comes when the line is back', phoneOnly, async ({ page }) => {
  await page.route('**/640.webp', (route) => route.abort('internetdisconnected'))
  await page.goto('/')
  const { title } = (await onShelf(page))[0]!
  await press(page, title)
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  await bar(page)
    .getByRole('button', { name: `Open the player: ${title}` })
    .click()
  const cover = page.getByRole('dialog').locator('img').first()
  const width = () => cover.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : -1))
  await expect.poll(width).toBe(0)
  await page.context().setOffline(true)
  await page.unroute('**/640.webp')
  await page.context().setOffline(false)
  await expect.poll(width).toBeGreaterThan(0)
})

test('a sound whose wave can’t be loaded has a line for its position', async ({ page, complaints }) => {
  await page.route('**/api/beats/*/wave?*', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/')
  const [first] = await onShelf(page)
  await press(page, first!.title)
  const line = bar(page)
    .getByRole('slider', { name: /^Position/ })
    .locator('xpath=preceding-sibling::div')
  await expect(line).toHaveClass(/bg-rail/)
  complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('/wave?')))
})

test('buttons of cards and rows show a spinner until sound comes', async ({ page }) => {
  await page.goto('/charts')
  let released = false
  const release = Promise.withResolvers<void>()
  await page.route('**/media/previews/**', async (route) => {
    if (!released) await release.promise
    await route.continue()
  })
  const button = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^(Play|Pause) / })
    .first()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button.locator('.animate-spin')).toBeVisible()
  const title = (await button.getAttribute('aria-label'))!.replace('Pause ', '')
  await bar(page).getByRole('button', { name: 'Queue' }).click()
  const row = page
    .getByRole('complementary', { name: 'Listening' })
    .getByRole('button', { name: `Pause ${title}`, exact: true })
  await expect(row).toHaveAttribute('aria-busy', 'true')
  released = true
  release.resolve()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0.2)
})
