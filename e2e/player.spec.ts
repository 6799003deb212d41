import type { Page } from '@playwright/test'
import {
  bar,
  collectSounds,
  playing,
  shelf,
  soundAddress,
  soundsNow,
  soundTime,
  soundVolume,
  visible,
} from './sound.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(({ page }) => collectSounds(page))

/** Opens the landing page and plays the first featured beat; returns the titles. */
async function playFirst(page: Page) {
  await page.goto('/')
  const titles = await shelf(page)
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''))
  await shelf(page)
    .getByRole('button', { name: `Play ${titles[0]}`, exact: true })
    .click()
  await expect(playing(page, titles[0]!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  return titles
}

/** Seeks to just before the end of the track. */
const toItsEnd = (page: Page) =>
  page.keyboard.press('Shift+End').then(() =>
    page.evaluate(() => {
      const sound = (globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.find(({ paused }) => !paused)!
      sound.currentTime = sound.duration - 0.4
    }),
  )

test('sound keeps playing across pages', async ({ page }) => {
  const [title] = await playFirst(page)
  const before = await soundTime(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(playing(page, title!)).toBeVisible()
  expect(await soundTime(page)).toBeGreaterThan(before)
  await page.goto('/')
})

test('the next track is loaded before the end of one, and the player stops after the last', async ({ page }) => {
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

test('playing in another tab pauses this one', async ({ page, context }) => {
  const [title] = await playFirst(page)
  const other = await context.newPage()
  await collectSounds(other)
  await playFirst(other)
  await expect.poll(() => soundsNow(page)).toBe(0)
  await expect(visible(bar(page).getByRole('button', { name: `Play ${title}`, exact: true }))).toBeVisible()
  expect(await soundsNow(other)).toBe(1)
})

test('after a reload the player is paused at its position and continues from there', async ({ page }) => {
  const [title] = await playFirst(page)
  await page.evaluate(() => {
    ;(globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.find(({ paused }) => !paused)!.currentTime = 12
  })
  await expect.poll(() => soundTime(page)).toBeGreaterThan(12)
  await page.keyboard.press('m')
  await page.reload()
  await expect(visible(bar(page).getByRole('button', { name: `Play ${title}`, exact: true }))).toBeVisible()
  expect(await soundsNow(page)).toBe(0)
  await visible(bar(page).getByRole('button', { name: `Play ${title}`, exact: true })).click()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(12)
  expect(await soundVolume(page)).toBe(0)
})

test('the tab that played last is remembered', async ({ page, context }) => {
  const titles = await playFirst(page)
  const other = await context.newPage()
  await collectSounds(other)
  await playFirst(other)
  await other.getByRole('main').focus()
  await other.keyboard.press('n')
  await expect(playing(other, titles[1]!)).toBeVisible()
  await expect.poll(() => soundsNow(page)).toBe(0)
  await other.reload()
  await page.reload()
  await expect(visible(bar(page).getByRole('button', { name: `Play ${titles[1]}`, exact: true }))).toBeVisible()
})

test('an unreadable stored sound is dropped, but the volume is kept', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'slide.player',
      '{"sounds":[{"id":1e999,"title":"x","previewUrl":"/media/x.mp3"}],"index":0,"volume":0.5}',
    ),
  )
  await playFirst(page)
  expect(await soundVolume(page)).toBe(0.5)
})

test('keys play, seek and change the volume, but not while typing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const titles = await playFirst(page)
  await page.getByRole('main').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => soundsNow(page)).toBe(0)
  await page.keyboard.press('Space')
  await expect.poll(() => soundsNow(page)).toBe(1)
  const at = await soundTime(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('l')
  await expect.poll(() => soundTime(page)).toBeGreaterThan(at + 9.9)
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => soundTime(page)).toBeLessThan(at + 6)
  await page.keyboard.down('n')
  await page.keyboard.down('n') // still held
  await page.keyboard.up('n')
  await expect(playing(page, titles[1]!)).toBeVisible()
  await page.keyboard.press('p')
  await expect(playing(page, titles[0]!)).toBeVisible()
  await page.keyboard.press('m')
  await expect(bar(page).getByRole('slider', { name: 'Volume' })).toHaveValue('0')
  await page.keyboard.press('m')
  await expect(bar(page).getByRole('slider', { name: 'Volume' })).toHaveValue('100')
  await page.keyboard.press('s')
  await expect(bar(page).getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('r')
  await expect(bar(page).getByRole('button', { name: 'Repeat: all' })).toBeVisible()
  await page.getByRole('searchbox').first().pressSequentially('n m?')
  await expect(playing(page, titles[0]!)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').first().press('Escape')
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys of the player' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(playing(page, titles[0]!)).toBeVisible()
})

test('five seconds of listening count as a play, a press does not', async ({ page }) => {
  const plays: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith('/play') && plays.push(request.url()),
  )
  await playFirst(page)
  await page.evaluate(() => {
    ;(globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.find(({ paused }) => !paused)!.currentTime = 20
  })
  const from = Date.now()
  await expect.poll(() => plays.length).toBe(1)
  expect(Date.now() - from).toBeGreaterThan(3_000)
  expect(plays[0]).toMatch(/\/api\/beats\/\d+\/play$/)
})

test('changing the volume all the time still counts as listening', async ({ page }) => {
  const plays: string[] = []
  page.on('request', (request) => request.url().endsWith('/play') && plays.push(request.url()))
  await playFirst(page)
  const turning = await page.evaluateHandle(() =>
    setInterval(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'm' })), 200),
  )
  await expect.poll(() => soundTime(page)).toBeGreaterThan(7)
  expect(plays).toHaveLength(1)
  await page.evaluate((timer) => clearInterval(timer), turning)
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

test('a track that was stopped at once is not among the recently played ones', async ({ page }) => {
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

test('the playing item can be bought and liked in the player', async ({ page }, { project }) => {
  const [title] = await playFirst(page)
  if (project.name === 'phone') {
    await bar(page)
      .getByRole('button', { name: `Open the player: ${title}` })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Now playing' })
    await expect(sheet.getByRole('slider', { name: `Position in ${title}` })).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('link', { name: `Buy ${title}` }).click()
  } else {
    await expect(bar(page).getByRole('button', { name: `Like ${title}` })).toBeVisible()
    await visible(bar(page).getByRole('link', { name: `Buy ${title}` })).click()
  }
  await expect(page.getByRole('dialog', { name: 'Choose License' })).toBeVisible()
})

test('the system’s media controls show the playing track', async ({ page }) => {
  const [title] = await playFirst(page)
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(title)
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing')
  expect(await soundAddress(page)).toMatch(/^\/media\/previews\//)
  await page.getByRole('main').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => soundsNow(page)).toBe(0)
  const told = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    navigator.mediaSession.setPositionState = (state) => resolve(state?.position)
    return promise
  })
  await page.keyboard.press('l')
  expect(await told).toBeGreaterThan(5)
})
