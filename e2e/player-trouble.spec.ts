import type { Page } from '@playwright/test'
import { bar, collectSounds, playing, shelf, soundsNow, soundTime, visible } from './sound.ts'
import { expect, expectRefusal, test, once } from './test.ts'

test.beforeEach(({ page }) => collectSounds(page))

/** The featured beats; the previews of the first `lost` ones are missing. */
async function withLost(page: Page, lost: number) {
  const reply = await page.request.get('/api/beats/featured?limit=5')
  const { items } = (await reply.json()) as { items: { title: string; previewUrl: string }[] }
  for (const { previewUrl } of items.slice(0, lost))
    await page.route(`**${previewUrl}`, (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  return items.map(({ title }) => title)
}

test('an unplayable track is fetched again once, then the next one plays', once, async ({ page, complaints }) => {
  const [lost, next] = await withLost(page, 1)
  const fresh: string[] = []
  page.on('request', (request) => request.url().endsWith('/preview-url') && fresh.push(request.url()))
  await shelf(page)
    .getByRole('button', { name: `Play ${lost}`, exact: true })
    .click()
  await expect(playing(page, next!)).toBeVisible()
  expect(fresh).toHaveLength(1)
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  for (const time of [1, 2]) expectRefusal(complaints, time && 404)
})

test('two unplayable tracks in a row stop the player with a message', once, async ({ page, complaints }) => {
  const [lost, next] = await withLost(page, 2)
  await shelf(page)
    .getByRole('button', { name: `Play ${lost}`, exact: true })
    .click()
  await expect(page.getByText(`${next} can’t be played right now.`)).toBeVisible()
  await expect.poll(() => soundsNow(page)).toBe(0)
  for (const time of [1, 2, 3, 4]) expectRefusal(complaints, time && 404)
  await page.unrouteAll()
  await visible(bar(page).getByRole('button', { name: `Play ${next}`, exact: true })).click()
  await expect(playing(page, next!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
})

test('a slow preview shows a spinner', once, async ({ page }) => {
  await page.goto('/')
  let released = false
  const release = Promise.withResolvers<void>()
  await page.route('**/media/previews/**', async (route) => {
    if (!released) await release.promise
    await route.continue()
  })
  const button = shelf(page)
    .getByRole('button', { name: /^(Play|Pause) / })
    .first()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  released = true
  release.resolve()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0.2)
})
