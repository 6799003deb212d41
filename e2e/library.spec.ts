import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { buyByCard, newBuyer } from './buy.ts'
import { openLibrary, panel } from './library.ts'
import { bar, collectSounds, playing, soundAddress, soundTime } from './sound.ts'
import { DEMO_PASSWORD, expect, expectAccessible, expectNoSidewaysScroll, keepSession, test, phoneToo } from './test.ts'

const beat = { type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' } as const
const pack = { type: 'pack', slug: 'night-shift-vol-3', licenseType: 'WAV' } as const
const kit = { type: 'kit', slug: 'sirens-risers' } as const

const heading = (page: Page) => panel(page).getByRole('heading', { level: 2 })
const row = (page: Page, title: string) => page.getByRole('listitem').getByRole('link', { name: title })
const back = (page: Page) => panel(page).getByRole('link', { name: 'Library' })

/** The names in a saved ZIP, or the size of another file. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a buyer finds, plays and downloads what was bought', phoneToo, async ({ page, isMobile }) => {
  await collectSounds(page)
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat, pack, kit])
  await openLibrary(page, buyer)

  await expect(page.getByRole('heading', { level: 2, name: 'Beats' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All 3' })).toBeVisible()
  if (isMobile) await row(page, 'Stairwell Sermon').click()
  // the first one is chosen by itself; on a phone the list comes first, and the focus follows the choice
  await expect(heading(page)).toHaveText('Stairwell Sermon')
  if (isMobile) await expect(heading(page)).toBeFocused()
  await expect(panel(page).getByText(/Beat, 142 BPM, F♯m/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await panel(page).getByRole('button', { name: 'Play Stairwell Sermon' }).click()
  await expect(playing(page, 'Stairwell Sermon')).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  expect(await soundAddress(page)).toMatch(/^\/files\/purchasedSound\//)
  if (!isMobile) await expect(bar(page).getByText('Your full file')).toBeVisible()
  await expect(bar(page).getByRole('button', { name: /^(Like|Buy)/ })).toHaveCount(0)

  const mp3 = await saved(page, () =>
    panel(page)
      .getByRole('button', { name: /^Download MP3/ })
      .click(),
  )
  expect(mp3.name).toBe('Stairwell Sermon_142BPM_F#min.mp3')
  const zip = await saved(page, () =>
    panel(page)
      .getByRole('button', { name: /^Download ZIP/ })
      .click(),
  )
  expect(zip.name).toBe('Stairwell Sermon.zip')
  expect(Object.keys(unzipSync(zip.bytes)).toSorted()).toEqual([
    'Stairwell Sermon_142BPM_F#min.mp3',
    'Stairwell Sermon_Cover.webp',
    'Stairwell Sermon_License.pdf',
  ])

  if (isMobile) await back(page).click()
  await row(page, 'Night Shift Vol. 3').click()
  await expect(page).toHaveURL(/\/library\?item=\d+$/)
  await expect(heading(page)).toHaveText('Night Shift Vol. 3')
  const tracks = panel(page).getByRole('list', { name: 'Contents' }).getByRole('listitem')
  await expect(tracks).not.toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const second = await tracks.nth(1).getByRole('button', { name: /^Play/ }).getAttribute('aria-label')
  const name = second!.replace('Play ', '')
  await tracks.nth(1).getByRole('button', { name: second! }).click()
  await expect(playing(page, name)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Pause Night Shift Vol. 3' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Pause Night Shift Vol. 3' }).click()
  await expect(panel(page).getByRole('button', { name: `Play ${name}` })).toBeVisible()
  const track = await saved(page, () =>
    tracks
      .nth(1)
      .getByRole('button', { name: `Download ${name}` })
      .click(),
  )
  expect(track.name).toMatch(/\.wav$/)

  await page.goBack()
  if (isMobile) await expect(row(page, 'Night Shift Vol. 3')).toBeVisible()
  else await expect(heading(page)).toHaveText('Stairwell Sermon')

  await row(page, 'Sirens & Risers').click()
  await expect(heading(page)).toHaveText('Sirens & Risers')
  const whole = await saved(page, () =>
    panel(page)
      .getByRole('button', { name: /^Download ZIP/ })
      .click(),
  )
  expect(Object.keys(unzipSync(whole.bytes))).toContain('Terms.txt')

  await page.goto('/track/stairwell-sermon')
  const owned = page.getByRole('main').getByRole('link', { name: 'In your library: MP3 Lease' })
  await expect(owned).toBeVisible()
  await expectNoSidewaysScroll(page)
  await owned.click()
  await expect(heading(page)).toHaveText('Stairwell Sermon')
})

test('the list is searched, sorted and filtered, and the address keeps it', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat, kit])
  await openLibrary(page, buyer)
  await page.getByRole('tab', { name: 'Kits 1' }).click()
  await expect(page).toHaveURL('/library?tab=kit')
  await expect(row(page, 'Stairwell Sermon')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Services 0' }).click()
  await expect(page.getByText('No items found.')).toBeVisible()
  await expect(panel(page).getByText('Select an item from your library.')).toBeVisible()
  await page.getByRole('tab', { name: 'All 2' }).click()
  await page.getByPlaceholder('Search your library…').fill('no such thing')
  await expect(page.getByText('No items found.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByPlaceholder('Search your library…').fill('sirens')
  await expect(page).toHaveURL('/library?q=sirens')
  await expect(row(page, 'Stairwell Sermon')).toHaveCount(0)
  await expect(row(page, 'Sirens & Risers')).toBeVisible()
  await page.reload()
  await expect(page.getByPlaceholder('Search your library…')).toHaveValue('sirens')
  await expect(row(page, 'Sirens & Risers')).toBeVisible()
  await page.goto('/library')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('By title')
  await expect(page).toHaveURL('/library?sort=title')
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Sirens & Risers' }) }),
  ).toBeVisible()
})

test('a format of a higher license leads to its upgrade', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await openLibrary(page, buyer)
  const wav = panel(page).getByRole('link', { name: /^WAV is not in your license/ })
  await wav.click()
  await expect(page).toHaveURL('/checkout')
  const line = page.getByRole('list', { name: 'Cart' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('Stairwell Sermon')
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as { upgradeOf?: number }[],
  )
  expect(kept[0]!.upgradeOf).toBeGreaterThan(0)
})

test('a higher license on the page of an owned beat costs what its upgrade costs', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/track/stairwell-sermon')
  await expect(page.getByRole('link', { name: 'In your library: MP3 Lease' })).toBeVisible()
  await page.getByRole('radio', { name: /WAV Lease/ }).check({ force: true })
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText('Paid for MP3 Lease: −$29.95')
})

test('a replaced license says so and leads to the higher one; a refunded one gives no files', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  const mine = async () =>
    (await (await page.request.get('/api/purchases/mine', { headers: buyer.headers })).json()) as {
      purchaseId: number
      state: string
    }[]
  const upgradeOf = (await mine())[0]!.purchaseId
  const { payment } = await buyByCard(page, buyer, [{ ...beat, licenseType: 'WAV', upgradeOf }])
  await openLibrary(page, buyer, `/library?item=${upgradeOf}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'MP3 Lease' }).getByText('Replaced')).toBeVisible()
  await expect(
    panel(page)
      .getByText(/^Replaced /)
      .first(),
  ).toBeVisible()
  await expect(panel(page).getByRole('link', { name: /Upgrade/ })).toHaveCount(0)
  await panel(page)
    .getByRole('link', { name: /^P-\d+$/ })
    .click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('WAV Lease')
  await expect(panel(page).getByRole('button', { name: /^Download WAV/ })).toBeVisible()

  const login = await page.request.post('/api/auth/login', {
    data: { email: 'admin@slide.test', password: DEMO_PASSWORD },
  })
  const headers = { authorization: `Bearer ${((await login.json()) as { accessToken: string }).accessToken}` }
  for (const state of ['open', 'lost']) {
    const path = `/api/sandbox/payments/${payment}/dispute`
    expect((await page.request.post(path, { headers, data: { state } })).status()).toBe(200)
  }
  await expect.poll(async () => (await mine()).map(({ state }) => state)).toEqual(['refunded', 'owned'])
  await page.reload()
  await expect(panel(page).getByText(/^Refunded /)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^(Play|Download)/ })).toHaveCount(0)
  await expect(page.getByRole('listitem').getByText(/^Refunded /)).toBeVisible()
  await expectAccessible(page)
})

test('failures of the list and of a download are told in words', async ({ page, complaints }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat])
  await page.route('**/api/library?**', (route) => route.fulfill({ status: 500, json: { error: 'x', message: 'x' } }))
  await openLibrary(page, buyer)
  await expect(page.getByText('Failed to load your library.')).toBeVisible()
  await page.unroute('**/api/library?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Stairwell Sermon')
  await page.route('**/download-url?**', (route) => route.fulfill({ status: 500, json: { error: 'x', message: 'x' } }))
  await panel(page)
    .getByRole('button', { name: /^Download ZIP/ })
    .click()
  await expect(page.getByText('Sorry, the download failed. Please try again.')).toBeVisible()
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('status of 500')))
})

test('a library works by keyboard alone', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [beat, kit])
  await openLibrary(page, buyer)
  await page.getByRole('tab', { name: 'All 2' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/library?tab=beat')
  await page.keyboard.press('Home')
  await expect(page).toHaveURL('/library')
  await expect(page.getByRole('tab', { name: 'All 2' })).toHaveAttribute('aria-selected', 'true') // its rows are drawn, too
  await row(page, 'Sirens & Risers').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Sirens & Risers')
  await expect(row(page, 'Sirens & Risers')).toHaveAttribute('aria-current', 'true')
})

test('promotions that can’t be loaded are told in words', async ({ page, complaints }) => {
  const buyer = await newBuyer(page)
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/promotions/mine', async (route) => {
    await isAsked
    await route.fulfill({ status: 500, json: { error: 'x', message: 'x' } })
  })
  await openLibrary(page, buyer, '/library?tab=services')
  const empty = page.getByText('No items found.')
  await expect(page.getByRole('status', { name: 'Loading your library' })).toBeVisible()
  await expect(empty).toBeHidden()
  answer()
  await expect(page.getByText('Failed to load your library.')).toBeVisible()
  await expect(empty).toBeHidden()
  await page.unroute('**/api/promotions/mine')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(empty).toBeVisible()
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('status of 500')))
})
