import {
  bar,
  collectSounds,
  playFirst,
  playing,
  shelf,
  soundAddress,
  soundsNow,
  soundTime,
  toItsEnd,
  visible,
} from './sound.ts'
import { expect, expectAccessible, test, once } from './test.ts'

test.beforeEach(({ page }) => collectSounds(page))

test('the next track is loaded before the end of one, and the player stops after the last', once, async ({ page }) => {
  const titles = await playFirst(page)
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

test('shuffle with repeat plays every track of the list', once, async ({ page }) => {
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

test('pointing at another track while paused does not replace the prepared next track', once, async ({ page }) => {
  const { items } = (await (await page.request.get('/api/beats/featured?limit=3')).json()) as {
    items: { previewUrl: string }[]
  }
  const isReady = (nth: number) =>
    page.evaluate(
      (url) => (globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.some(({ src }) => src.endsWith(url)),
      items[nth]!.previewUrl,
    )
  const titles = await playFirst(page)
  const button = (does: string, nth: number) =>
    shelf(page).getByRole('button', { name: `${does} ${titles[nth]}`, exact: true })
  await expect.poll(() => isReady(1)).toBe(true)
  await button('Pause', 0).click()
  await button('Play', 2).hover()
  await expect.poll(() => isReady(2)).toBe(true)
  await button('Play', 0).click()
  await expect.poll(() => isReady(1)).toBe(true)
})

test('while shuffling, seeking does not change the next track', once, async ({ page }) => {
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

test('the queue can be reordered, and the playing track can be removed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await bar(page).getByRole('button', { name: 'Queue' }).click()
  const panel = page.getByRole('dialog', { name: 'Listening' })
  const rows = panel.getByRole('list', { name: 'Queue' }).getByRole('listitem')
  await expect(rows).toHaveCount(titles.length)
  const surfaceOf = (element: Element) => getComputedStyle(element).backgroundColor
  expect(await rows.first().evaluate(surfaceOf)).not.toBe(await panel.evaluate(surfaceOf)) // the playing row
  await expectAccessible(page)
  const grip = panel.getByRole('button', { name: `Move ${titles[1]}`, exact: true })
  await grip.press('ArrowDown')
  await expect(rows.nth(2)).toContainText(titles[1]!)
  await expect(panel.getByRole('status').first()).toHaveText(`${titles[1]}, place 3 of ${titles.length}`)
  await expect(grip).toBeFocused()
  await panel.getByRole('button', { name: `Remove ${titles[0]}` }).click()
  await expect(rows).toHaveCount(titles.length - 1)
  await panel.getByRole('tab', { name: 'Playlist' }).click()
  await expect(panel).toContainText('Your playlist is empty')
  await page.keyboard.press('Escape')
  await expect(playing(page, titles[2]!)).toBeVisible()
})

test('a track that was stopped at once is not among the recently played ones', once, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await playFirst(page)
  await bar(page)
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click()
  await expect.poll(() => soundsNow(page)).toBe(0)
  await bar(page).getByRole('button', { name: 'Queue' }).click()
  const panel = page.getByRole('dialog', { name: 'Listening' })
  await panel.getByRole('tab', { name: 'Recently played' }).click()
  await expect(panel).toContainText('Nothing played yet')
  await expectAccessible(page)
})

test('on a phone closing the queue returns the focus to the opener of the player', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [title] = await playFirst(page)
  const opener = bar(page).getByRole('button', { name: `Open the player: ${title}` })
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Now playing' })
  for (const name of ['Shuffle', 'Previous', 'Next', 'Repeat: off']) {
    const { width, height } = (await sheet.getByRole('button', { name, exact: true }).boundingBox())!
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44)
  }
  await sheet.getByRole('button', { name: 'Queue' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Listening' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})
