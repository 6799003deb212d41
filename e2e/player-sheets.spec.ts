import { rowsOf } from './queue.ts'
import { bar, collectSounds, playFirst, playing, shelf } from './sound.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, phoneOnly } from './test.ts'

test.use({ savesData: false }) // the next track is loaded ahead

test.beforeEach(({ page }) => collectSounds(page))

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

test('the sheets of a phone close with the last track, and the next one opens none', phoneOnly, async ({ page }) => {
  const titles = await playFirst(page)
  await bar(page)
    .getByRole('button', { name: /^Open the player/ })
    .click()
  await page.getByRole('dialog', { name: 'Now playing' }).getByRole('button', { name: 'Queue' }).click()
  const queue = page.getByRole('dialog', { name: 'Listening' })
  await queue.getByRole('button', { name: 'Clear queue' }).click()
  await queue.getByRole('button', { name: /^Remove/ }).click()
  await expect(bar(page)).toHaveCount(0)
  await shelf(page)
    .getByRole('button', { name: `Play ${titles[1]}`, exact: true })
    .click()
  await expect(playing(page, titles[1]!)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
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
