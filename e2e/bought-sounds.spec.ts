import type { Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { openLibrary, panel } from './library.ts'
import { bar, collectSounds, soundsNow, soundTime } from './sound.ts'
import { expect, expectRefusal, test } from './test.ts'

const beat = { type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' } as const

test('a bought sound goes on after its address has expired, and after a reload', async ({ page, complaints }) => {
  await collectSounds(page)
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await openLibrary(page, buyer)
  let isExpired = true
  await page.route('**/files/purchasedSound/**', async (route) => {
    if (isExpired) await route.fulfill({ status: 403, json: { error: 'x', message: 'x' } })
    else await route.continue()
    isExpired = false
  })
  await panel(page).getByRole('button', { name: 'Play Stairwell Sermon' }).click()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  expectRefusal(complaints, 403)
  await panel(page).getByRole('button', { name: 'Pause Stairwell Sermon' }).click()
  await page.reload()
  await bar(page).getByRole('button', { name: 'Play Stairwell Sermon' }).filter({ visible: true }).click()
  await expect(panel(page).getByRole('button', { name: 'Pause Stairwell Sermon' })).toBeVisible()
})

/** The track that the player has restored, once it is loaded. */
const restored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const asking = setInterval(() => document.dispatchEvent(new Event('get-state')), 50)
        document.addEventListener('state', (answer) => {
          clearInterval(asking)
          resolve((answer as CustomEvent<{ trackId: number | null }>).detail.trackId)
        })
      }),
  )

test('a bought sound leaves the player with its account', async ({ page }) => {
  await collectSounds(page)
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await openLibrary(page, buyer)
  await panel(page).getByRole('button', { name: 'Play Stairwell Sermon' }).click()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  const kept = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide')) // the player is kept then, and while it is paused
    return localStorage.getItem('slide.player')
  })
  expect(kept).toContain('/files/purchasedSound/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(bar(page)).toHaveCount(0)
  expect(await soundsNow(page)).toBe(0)
  // as if another tab had kept it: this one writes nothing when it goes
  await page.evaluate((kept) => {
    localStorage.setItem('slide.player', kept ?? '')
    dispatchEvent(new StorageEvent('storage', { key: 'slide.player' }))
  }, kept)
  await page.reload()
  expect(await restored(page)).toBeNull()
})
