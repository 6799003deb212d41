import {
  bar,
  collectSounds,
  playFirst,
  playing,
  soundAddress,
  soundsNow,
  soundTime,
  soundVolume,
  visible,
} from './sound.ts'
import { expect, expectAccessible, test, once } from './test.ts'

test.beforeEach(({ page }) => collectSounds(page))

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

test('playing in another tab pauses this one', once, async ({ page, context }) => {
  const [title] = await playFirst(page)
  const other = await context.newPage()
  await collectSounds(other)
  await playFirst(other)
  await expect.poll(() => soundsNow(page)).toBe(0)
  await expect(visible(bar(page).getByRole('button', { name: `Play ${title}`, exact: true }))).toBeVisible()
  expect(await soundsNow(other)).toBe(1)
})

test('after a reload the player is paused at its position and continues from there', once, async ({ page }) => {
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

test('the tab that played last is remembered', once, async ({ page, context }) => {
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

test('an unreadable stored sound is dropped, but the volume is kept', once, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'slide.player',
      '{"sounds":[{"id":1e999,"title":"x","previewUrl":"/media/x.mp3"}],"index":0,"volume":0.5}',
    ),
  )
  await playFirst(page)
  expect(await soundVolume(page)).toBe(0.5)
})

test('keys play, seek and change the volume, but not while typing', once, async ({ page }) => {
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

test('five seconds of listening count as a play, a press does not', once, async ({ page }) => {
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

test('changing the volume all the time still counts as listening', once, async ({ page }) => {
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

test('the system’s media controls show the playing track', once, async ({ page }) => {
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
