import type { Locator, Page } from '@playwright/test'
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
import { expect, expectAccessible, expectNoSidewaysScroll, test, phoneOnly, phoneToo } from './test.ts'

test.use({ savesData: false }) // the next track is loaded ahead

test.beforeEach(({ page }) => collectSounds(page))

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Listening' })
const openQueue = (page: Page) => bar(page).getByRole('button', { name: 'Queue' }).click()
const rowsOf = (panel: Locator) => panel.getByRole('list', { name: 'Queue' }).getByRole('listitem')
const titlesIn = (panel: Locator) =>
  rowsOf(panel)
    .getByRole('link')
    .evaluateAll((links) => links.map(({ textContent }) => textContent))

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

test('the queue can be reordered, and the playing track can be removed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await openQueue(page)
  const panel = panelOf(page)
  const rows = rowsOf(panel)
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

test('the queue ends with its last track, and the page takes the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await playFirst(page)
  await openQueue(page)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Clear queue' }).click()
  await expect(rowsOf(panel)).toHaveCount(1)
  await panel.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(panel).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('a track that was stopped at once is not among the recently played ones', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await playFirst(page)
  await bar(page)
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click()
  await expect.poll(() => soundsNow(page)).toBe(0)
  await openQueue(page)
  const panel = panelOf(page)
  await panel.getByRole('tab', { name: 'Recently played' }).click()
  await expect(panel).toContainText('Nothing played yet')
  await expectAccessible(page)
})

test('pressing play in a list makes it the queue, even for a track that is paused elsewhere', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [title, next] = await playFirst(page)
  const onShelf = shelf(page)
    .getByRole('button', { name: /^(Play|Pause) / })
    .first()
  await onShelf.click()
  await expect.poll(() => soundsNow(page)).toBe(0)
  await shelf(page).getByRole('link', { name: title!, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .first()
    .click()
  await expect(playing(page, title!)).toBeVisible()
  await openQueue(page)
  await expect.poll(() => titlesIn(panelOf(page))).toEqual([title])
  // back on the shelf the same press brings the shelf's list
  await page.goBack()
  await onShelf.click()
  await expect.poll(() => soundsNow(page)).toBe(0)
  await onShelf.click()
  await expect(playing(page, title!)).toBeVisible()
  await expect.poll(() => titlesIn(panelOf(page))).toEqual(expect.arrayContaining([title, next]))
})

test('similar beats follow the last track, marked as such, unless they are switched off', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/track/stairwell-sermon')
  await page.getByRole('main').getByRole('button', { name: 'Play Stairwell Sermon', exact: true }).first().click()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  const first = await soundAddress(page)
  await openQueue(page)
  const panel = panelOf(page)
  await expect(rowsOf(panel)).toHaveCount(1)
  await toItsEnd(page)
  await expect.poll(() => soundAddress(page)).not.toBe(first)
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  await expect(visible(bar(page).getByText('Similar', { exact: true }))).toBeVisible()
  await expect(rowsOf(panel).getByText('Similar', { exact: true })).toHaveCount((await rowsOf(panel).count()) - 1)
  expect(await rowsOf(panel).count()).toBeGreaterThan(2)
  await expectAccessible(page)
  await panel.getByRole('switch', { name: 'Similar beats after the last track' }).click()
  await expect(rowsOf(panel)).toHaveCount(2) // the playing one stays
  await toItsEnd(page)
  await expect.poll(() => soundsNow(page)).toBe(0)
  await page.reload()
  await openQueue(page)
  await expect(panel.getByRole('switch', { name: 'Similar beats after the last track' })).not.toBeChecked()
})

test('the queue stands beside the page: bar, keys and links work on', async ({ page }) => {
  const [first, second] = await playFirst(page)
  await openQueue(page)
  const panel = panelOf(page)
  await expect(panel).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(playing(page, second!)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Previous' }).click()
  await expect(playing(page, first!)).toBeVisible()
  await page.keyboard.press('Space')
  await expect.poll(() => soundsNow(page)).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'Charts' }).click()
  await expect(page).toHaveURL('/charts')
  await expect(panel).toBeVisible()
  const opener = bar(page).getByRole('button', { name: 'Queue' })
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await opener.click()
  await expect(panel).toHaveCount(0)
  await opener.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(panel).toBeFocused()
  await page.getByRole('main').focus()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu of an item adds to the queue, and the queue can be cleared', phoneToo, async ({ page }, { project }) => {
  const isPhone = project.name === 'phone'
  const titles = await playFirst(page)
  const choose = async (title: string, item: string) => {
    await shelf(page)
      .getByRole('button', { name: `More about ${title}`, exact: true })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose(titles[3]!, 'Play next')
  await expect(page.getByText('Plays next')).toBeVisible()
  await choose(titles[2]!, 'Add to queue')
  await expect(page.getByText('Already in the queue')).toBeVisible()
  const other = page
    .getByRole('region', { name: 'Popular Packs' })
    .or(page.getByRole('region', { name: 'Featured Packs' }))
  await other
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Add to queue' }).click()
  await expect(page.getByText('Added to queue')).toBeVisible()
  if (isPhone) {
    await bar(page)
      .getByRole('button', { name: /^Open the player/ })
      .click()
    await page.getByRole('dialog', { name: 'Now playing' }).getByRole('button', { name: 'Queue' }).click()
  } else await openQueue(page)
  const panel = isPhone ? page.getByRole('dialog', { name: 'Listening' }) : panelOf(page)
  await expect(rowsOf(panel)).not.toHaveCount(0)
  const shown = await titlesIn(panel)
  expect(shown.slice(0, 3)).toEqual([titles[0], titles[3], titles[1]])
  expect(shown.length).toBeGreaterThan(titles.length)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Clear queue' }).click()
  await expect(rowsOf(panel)).toHaveCount(1)
  await expect(panel.getByRole('tabpanel', { name: 'Queue' })).toBeFocused()
  await expect.poll(() => soundsNow(page)).toBe(1)
})

test('the queue shows the order while shuffling, and the old order afterwards', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await openQueue(page)
  const panel = panelOf(page)
  const shuffle = bar(page).getByRole('button', { name: 'Shuffle' })
  await shuffle.click()
  await expect(panel.getByText(`${titles.length} tracks, shuffled`)).toBeVisible()
  const shown = await titlesIn(panel)
  expect(shown[0]).toBe(titles[0])
  expect(shown.toSorted()).toEqual(titles.toSorted())
  for (const title of shown.slice(1, -1)) {
    await bar(page).getByRole('button', { name: 'Next' }).click()
    await expect(playing(page, title!)).toBeVisible()
  }
  await page.reload()
  await openQueue(page)
  await shuffle.click()
  await expect.poll(() => titlesIn(panel)).toEqual(titles)
})

test('Back closes the sheets of a phone one by one and stays on the page', phoneOnly, async ({ page }) => {
  await page.goto('/about')
  const [title] = await playFirst(page)
  const opener = bar(page).getByRole('button', { name: `Open the player: ${title}` })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Now playing' })
  const queue = page.getByRole('dialog', { name: 'Listening' })
  await sheet.getByRole('button', { name: 'Queue' }).click()
  await expect(queue).toBeVisible()
  await page.goBack()
  await expect(queue).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await expect(playing(page, title!)).toBeVisible()
  await opener.click()
  await sheet.getByRole('link', { name: title!, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test(
  'reading goes on at the page that a sheet led to, and Back reads the sheets again',
  phoneOnly,
  async ({ page }) => {
    const [title] = await playFirst(page)
    await bar(page)
      .getByRole('button', { name: `Open the player: ${title}` })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Now playing' })
    const queue = page.getByRole('dialog', { name: 'Listening' })
    const toQueue = sheet.getByRole('button', { name: 'Queue' })
    await toQueue.click()
    await queue.getByRole('link', { name: title!, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title! })).toBeFocused()
    await page.goBack()
    await expect(queue).toBeVisible() // to screen readers, too: dialogs are found by their roles
    await queue.getByRole('button', { name: 'Close' }).click()
    await expect(queue).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await expect(sheet.locator(':focus').or(page.locator('[role=dialog]:focus'))).toHaveCount(1)
    await sheet.getByRole('link', { name: title!, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title! })).toBeFocused()
  },
)

test('the player fits a phone that lies on its side and a page at 200 %', async ({ page }) => {
  const [title] = await playFirst(page)
  for (const [width, height] of [
    [844, 390],
    [720, 450],
    [640, 400],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await bar(page)
      .getByRole('button', { name: `Open the player: ${title}` })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Now playing' })
    for (const name of ['Shuffle', 'Previous', 'Next', 'Repeat: off', 'Queue', 'Close'])
      await expect(sheet.getByRole('button', { name, exact: true }), `${name} at ${width}`).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('slider')).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await sheet.getByRole('button', { name: 'Queue' }).click()
    const queue = page.getByRole('dialog', { name: 'Listening' })
    await expect(rowsOf(queue).first()).toBeInViewport()
    await queue.getByRole('button', { name: 'Close' }).click()
    await expect(queue).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
  }
})

test(
  'on a phone closing the queue returns to the player, and closing that to its opener',
  phoneOnly,
  async ({ page }) => {
    const [title] = await playFirst(page)
    const opener = bar(page).getByRole('button', { name: `Open the player: ${title}` })
    await opener.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Now playing' })
    for (const name of ['Shuffle', 'Previous', 'Next', 'Repeat: off']) {
      const { width, height } = (await sheet.getByRole('button', { name, exact: true }).boundingBox())!
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44)
    }
    const toQueue = sheet.getByRole('button', { name: 'Queue' })
    await toQueue.press('Enter')
    const queue = page.getByRole('dialog', { name: 'Listening' })
    await expect(queue).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(queue).toHaveCount(0)
    await expect(toQueue).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  },
)
