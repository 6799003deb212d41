import type { Route } from '@playwright/test'
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
import { expect, expectAccessible, test, phoneToo } from './test.ts'

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

test('the playing item can be bought and liked in the player', phoneToo, async ({ page }, { project }) => {
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

test('the bar cuts nothing between 1024 and 1440 px', async ({ page }) => {
  const [title] = await playFirst(page)
  for (const width of [1024, 1152, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const wave = await bar(page)
      .getByRole('slider', { name: `Position in ${title}` })
      .filter({ visible: true })
      .boundingBox()
    expect(wave!.width, `the wave at ${width}`).toBeGreaterThanOrEqual(240)
    const cut = await bar(page).evaluate((player) => {
      const places = [...player.querySelectorAll<HTMLElement>('a, button, input')]
        .filter((part) => part.checkVisibility({ opacityProperty: true }))
        .map((part) => ({
          name: part.getAttribute('aria-label') ?? part.textContent,
          box: part.getBoundingClientRect(),
          part,
        }))
      const end = document.documentElement.clientWidth
      return places.flatMap(({ name, box, part }) => [
        ...(box.left < 0 || box.right > end ? [`${name} leaves the window`] : []),
        ...(part.matches('[href^="/profile"]') && part.scrollWidth > part.clientWidth ? [`${name} is cut`] : []),
        ...places
          .filter((other) => other.part !== part && other.box.left < box.right - 1 && box.left < other.box.right - 1)
          .filter((other) => other.box.top < box.bottom - 1 && box.top < other.box.bottom - 1)
          .map((other) => `${name} and ${other.name} overlap`),
      ])
    })
    expect(cut, `at ${width}`).toEqual([])
  }
})

test(
  'a press on the wave of an item page plays from there, and the mouse shows the time',
  phoneToo,
  async ({ page }, { project }) => {
    await page.goto('/track/stairwell-sermon')
    const wave = page.getByRole('slider', { name: 'Position in the waveform of Stairwell Sermon' })
    const { width, height } = (await wave.boundingBox())!
    const length = Number(/of (?:(\d+) minutes? )?(\d+) seconds/.exec((await wave.getAttribute('aria-valuetext'))!)![2])
    expect(length).toBeGreaterThanOrEqual(0)
    if (project.name !== 'phone') {
      await wave.hover({ position: { x: 1, y: height / 2 } })
      await expect(page.getByText('0:00', { exact: true })).toBeVisible()
    }
    await wave.click({ position: { x: width / 2, y: height / 2 } })
    await expect(playing(page, 'Stairwell Sermon')).toBeVisible()
    await expect.poll(() => soundTime(page)).toBeGreaterThan(10)
    expect(Number(await wave.inputValue())).toBeGreaterThan(480)
  },
)

test('a press on the wave plays from there, too, while the code of the player is on its way', async ({ page }) => {
  const held: Route[] = []
  let holds = true
  await page.route('**/running-engine-*.js', (route) => (holds ? void held.push(route) : route.continue()))
  await page.goto('/track/stairwell-sermon')
  const wave = page.getByRole('slider', { name: 'Position in the waveform of Stairwell Sermon' })
  const { width, height } = (await wave.boundingBox())!
  await wave.click({ position: { x: width / 2, y: height / 2 } })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  holds = false
  for (const route of held.toReversed()) {
    await route.continue()
    await page.evaluate((url) => import(url), route.request().url()) // the code of this request runs by then
  }
  await expect(playing(page, 'Stairwell Sermon')).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  expect(await soundTime(page)).toBeGreaterThan(30)
})

test('the tab’s title names the track while it plays', async ({ page }) => {
  const [title] = await playFirst(page)
  await expect(page).toHaveTitle(new RegExp(`^${title} by .+ \\| Slide \\| The #1 Drill Marketplace$`))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(new RegExp(`^${title} by .+ \\| About`))
  await page.keyboard.press('Space')
  await expect(page).toHaveTitle(/^About/)
})
