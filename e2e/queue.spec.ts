import { openQueue, panelOf, rowsOf, titlesIn } from './queue.ts'
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
import { expect, expectAccessible, test, phoneToo } from './test.ts'

test.use({ savesData: false }) // the next track is loaded ahead

test.beforeEach(({ page }) => collectSounds(page))

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
