import { openQueue, panelOf } from './queue.ts'
import {
  bar,
  collectSounds,
  onShelf,
  playFirst,
  playing,
  previewOf,
  shelf,
  soundAddress,
  soundsNow,
  soundTime,
  toItsEnd,
  visible,
} from './sound.ts'
import { expect, test } from './test.ts'

test.use({ savesData: false }) // the next track is loaded ahead

test.beforeEach(({ page }) => collectSounds(page))

test('the next track is loaded before the end of one, and the player stops after the last', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await openQueue(page)
  await panelOf(page).getByRole('switch', { name: 'Similar beats after the last track' }).click()
  await panelOf(page).getByRole('button', { name: 'Close' }).click()
  const isReady = () =>
    page.evaluate(() => {
      const { sounds } = globalThis as unknown as { sounds: HTMLAudioElement[] }
      return sounds.some(
        ({ paused, readyState, src }) => paused && src !== '' && readyState === HTMLMediaElement.HAVE_ENOUGH_DATA,
      )
    })
  for (const title of titles.slice(1)) {
    await expect.poll(isReady).toBe(true)
    await toItsEnd(page)
    await expect(playing(page, title)).toBeVisible()
    await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  }
  await toItsEnd(page)
  await expect.poll(() => soundsNow(page)).toBe(0)
  const again = visible(bar(page).getByRole('button', { name: `Play ${titles.at(-1)}`, exact: true }))
  await expect(again).toBeVisible()
  await page.reload()
  await again.click()
  await expect(playing(page, titles.at(-1)!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
})

test('shuffle with repeat plays every track of the list', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await bar(page).getByRole('button', { name: 'Shuffle' }).click()
  await bar(page).getByRole('button', { name: 'Repeat: off' }).click()
  const heard = new Set([await soundAddress(page)])
  for (let turn = 1; turn < titles.length; turn++) {
    const before = await soundAddress(page)
    await toItsEnd(page)
    await expect.poll(() => soundAddress(page)).not.toBe(before)
    await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
    heard.add(await soundAddress(page))
  }
  expect(heard.size).toBe(titles.length)
  await bar(page).getByRole('button', { name: 'Repeat: all' }).click()
  const address = await soundAddress(page)
  await toItsEnd(page)
  await expect.poll(() => soundTime(page)).toBeLessThan(2)
  expect(await soundAddress(page)).toBe(address)
  await bar(page).getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => soundAddress(page)).not.toBe(address)
})

test('pointing at another track while paused does not replace the prepared next track', async ({ page }) => {
  const titles = await playFirst(page)
  const previews = await Promise.all((await onShelf(page)).slice(0, 3).map((beat) => previewOf(page, beat)))
  const isReady = (nth: number) =>
    page.evaluate(
      (url) => (globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.some(({ src }) => src.endsWith(url)),
      previews[nth]!,
    )
  const button = (does: string, nth: number) =>
    shelf(page).getByRole('button', { name: `${does} ${titles[nth]}`, exact: true })
  await expect.poll(() => isReady(1)).toBe(true)
  await button('Pause', 0).click()
  await button('Play', 2).hover()
  await expect.poll(() => isReady(2)).toBe(true)
  await button('Play', 0).click()
  await expect.poll(() => isReady(1)).toBe(true)
})

test('while shuffling, seeking does not change the next track', async ({ page }) => {
  await playFirst(page)
  await page.getByRole('main').focus()
  await page.keyboard.press('s')
  /** Seeks a little; returns the prepared next track. */
  const seek = () =>
    page.evaluate(async () => {
      const { sounds } = globalThis as unknown as { sounds: HTMLAudioElement[] }
      const { promise, resolve } = Promise.withResolvers<void>()
      const sound = sounds.find(({ paused }) => !paused)!
      sound.addEventListener('canplaythrough', () => resolve(), { once: true })
      sound.currentTime += 3
      await promise
      return sounds.find((other) => other !== sound)?.src
    })
  const next = await seek()
  expect(next).toContain('/media/previews/')
  for (let time = 1; time <= 6; time++) expect(await seek()).toBe(next)
})
