import { hold } from './hold.ts'
import { collectSounds, soundTime } from './sound.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, test, phoneOnly } from './test.ts'

const BEAT = '/track/stairwell-sermon'

test('pages of beats, packs and kits are complete before any script runs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(BEAT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stairwell Sermon')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(/MP3 Lease.*\$29\.95/)
  await expect(page.getByText('F♯ minor')).toBeVisible()
  await expect(page.getByText('Stairwell Sermon.mp3')).toBeVisible()
  await expect(page.getByRole('link', { name: 'choir', exact: true })).toHaveAttribute('href', '/search?q=choir')
  expect(
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('listitem')
      .count(),
  ).toBeGreaterThan(3)
  for (const shelf of ['Similar beats', 'More by ColdHarbour'])
    expect(await page.getByRole('region', { name: shelf }).getByRole('article').count()).toBeGreaterThan(2)
  await expect(page.getByRole('region', { name: 'More by ColdHarbour' }).getByText('Stairwell Sermon')).toHaveCount(0)
  await page.goto('/pack/slide-theory')
  await expect(page.getByRole('region', { name: 'Contents' }).getByRole('listitem')).toHaveCount(3)
  await page.goto('/kit/hats-in-sixes')
  await expect(page.getByRole('region', { name: 'Price' }).getByText('$29.00')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contents' }).getByText('Kick 01')).toBeVisible()
  await context.close()
})

test('the item page hydrates without any further call', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.goto(BEAT)
  expect(asked).toEqual([])
})

test('a license can be chosen by mouse and keyboard; the total follows; it goes into the cart', async ({ page }) => {
  await page.goto(BEAT)
  const licensing = page.getByRole('region', { name: 'Licensing' })
  const total = licensing.getByText('Total').locator('..')
  await expect(total).toContainText('$29.95')
  await licensing.getByText('Premium', { exact: false }).first().click()
  await expect(total).toContainText('$99.95')
  await expect(licensing.getByText('For-profit live').first()).toBeVisible()
  await expect(licensing.getByText('Stairwell Sermon - stems.zip')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(licensing.getByRole('radio', { name: /^Exclusive Rights/ })).toBeChecked()
  await expect(total).toContainText('$799.00')
  await page.keyboard.press('Tab')
  await expect(licensing.getByRole('button', { name: 'Add to cart' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await licensing.getByText('Compare all licenses').click()
  await expect(licensing.getByRole('table').getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await licensing.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('on a phone a bar sells the chosen license while its price is out of sight', phoneOnly, async ({ page }) => {
  await page.goto(BEAT)
  const bar = page.getByRole('region', { name: 'Buy', exact: true })
  await expect(bar).toContainText('MP3 Lease$29.95')
  const add = bar.getByRole('button', { name: 'Add to cart' })
  await expect(add).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const licensing = page.getByRole('region', { name: 'Licensing' })
  await licensing.getByRole('button', { name: 'Buy Now' }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await licensing.getByRole('radio', { name: /WAV Lease/ }).check({ force: true })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toContainText('WAV Lease$44.95')
  await add.click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await bar.getByRole('link', { name: 'In your cart: view it' }).click()
  await expect(page).toHaveURL('/checkout')
  await page.goto('/track/stairwell-sermon')
  await expect(bar).toBeVisible()
  for (const [width, height] of [
    [1440, 500],
    [844, 390], // on its side a phone has no room for three bars
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(bar).toBeHidden()
  }
})

test('a press on the wave of a pack plays its preview from there', async ({ page }) => {
  await collectSounds(page)
  await page.goto('/pack/slide-theory')
  const wave = page.getByRole('slider', { name: 'Position in the waveform of Slide Theory' })
  const { width, height } = (await wave.boundingBox())!
  await wave.click({ position: { x: width / 2, y: height / 2 } })
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  await expect.poll(async () => Number(await wave.inputValue())).toBeGreaterThan(480)
  expect(Number(await wave.inputValue())).toBeLessThan(700)
})

test('the license comparison and the rankings fit windows between phone and desktop', async ({ page }) => {
  await page.goto(BEAT)
  await page.getByText('Compare all licenses').click()
  for (const width of [769, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/')
  const popular = page.getByRole('region', { name: 'Popular', exact: true })
  await popular.scrollIntoViewIfNeeded()
  for (const width of [769, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(popular.getByRole('listitem').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('the tracks of a pack and the sounds of a kit play one by one; a kit goes into the cart directly', async ({
  page,
}) => {
  await page.goto('/pack/slide-theory')
  const contents = page.getByRole('region', { name: 'Contents' })
  await contents.getByRole('button', { name: 'Play Flatbush Frost' }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Flatbush Frost')
  await expect(contents.getByRole('button', { name: 'Pause Flatbush Frost' })).toBeVisible()
  await expect(contents.getByRole('button', { name: 'Play No Sleep on Pitkin' })).toBeVisible()
  await expectAccessible(page)
  await contents.getByRole('link', { name: 'Also sold alone as Flatbush Frost' }).click()
  await expect(page).toHaveURL('/track/flatbush-frost')
  await expect(page).toHaveTitle('Flatbush Frost by PitkinSound | Slide')

  await page.goto('/kit/hats-in-sixes')
  await contents.getByRole('button', { name: 'Play Kick 01' }).click()
  await expect(contents.getByRole('button', { name: /^Pause / })).toBeVisible() // a kick is short, and the next follows
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Kit added to cart')).toBeVisible()
})

test('the play button of a pack or kit plays its tracks one after the other', async ({ page }) => {
  await page.goto('/pack/slide-theory')
  const contents = page.getByRole('region', { name: 'Contents' })
  const player = page.getByRole('region', { name: 'Player' })
  const titles = await contents.getByRole('listitem').locator('.font-semibold').allTextContents()
  await page.getByRole('main').getByRole('button', { name: 'Play Slide Theory' }).click()
  await expect(contents.getByRole('button', { name: `Pause ${titles[0]}` })).toBeVisible()
  await expect(contents.getByRole('listitem').first()).toHaveClass(/(^| )bg-curb/)
  await expect(page.locator('[aria-live]', { hasText: `Now playing: ${titles[0]}` })).toHaveCount(1)
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(contents.getByRole('button', { name: `Pause ${titles[1]}` })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Pause Slide Theory' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Play Slide Theory' })).toBeVisible()
  await expect(contents.getByRole('button', { name: `Play ${titles[1]}` })).toBeVisible()

  await page.goto('/kit/hats-in-sixes')
  await page.getByRole('main').getByRole('button', { name: 'Play Hats in Sixes' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause Hats in Sixes' })).toBeVisible()
  await expect(player).toContainText('Kick 01')
  await expect(page.getByText('A taste of all samples. Each plays alone below.')).toBeVisible()
  // samples are over before a screen reader could say them
  await expect(page.locator('[aria-live]', { hasText: 'Now playing' })).toHaveCount(0)
})

test('a kit says that its previews load, that there are none, or that they failed', async ({ page, complaints }) => {
  const replies = [
    () => ({ json: [] }),
    () => ({ status: 500, json: {} }),
    () => ({ status: 503, json: { error: 'busy', message: 'Too much to do. Try again.' } }),
  ]
  for (const reply of replies) {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/kits/*/preview-playlist', async (route) => {
      await answered
      await route.fulfill(reply())
    })
    await page.goto('/kit/hats-in-sixes')
    await page.getByRole('main').getByRole('button', { name: 'Play Hats in Sixes' }).click()
    await expect(page.getByText('Loading kit previews…')).toBeVisible()
    answer()
    const told = ['No previews found for this kit.', "Couldn't load kit previews.", 'Too much to do. Try again.']
    await expect(page.getByText(told[replies.indexOf(reply)]!)).toBeVisible()
    await expect(page.getByText('Loading kit previews…')).toHaveCount(0)
    await page.unrouteAll()
  }
  complaints.length = 0 // the browser itself reports the failed calls
})

test('a kit with many files shows the first hundred, and more on demand', async ({ page }) => {
  const files = Array.from({ length: 250 }, (_, n) => ({
    id: n + 1,
    title: `File ${n + 1}`,
    folder: n < 170 ? 'Hits' : 'Loops',
    bpm: null,
    key: null,
    durationInSeconds: null,
    previewUrl: null,
    beat: null,
  }))
  await page.route('**/api/kits/*/contents?*', (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page'))
    const items = files.slice(asked * 100, asked * 100 + 100)
    const counts = { samples: 250, loops: 80, presets: 0, filesCount: 250 }
    return route.fulfill({ json: { items, page: asked, limit: 100, totalItems: 250, totalPages: 3, ...counts } })
  })
  await page.goto('/browse?type=kits')
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  const contents = page.getByRole('region', { name: 'Contents' })
  const more = contents.getByRole('button', { name: 'Show more' })
  await expect(contents.getByRole('heading', { name: 'Contents' })).toContainText('250')
  await expect(contents.getByRole('listitem')).toHaveCount(100)
  await expect(contents.getByText('100+ files')).toBeVisible()
  await expectAccessible(page)
  await more.click()
  await expect(contents.getByRole('listitem').filter({ hasText: /^File 101$/ })).toBeFocused()
  await more.click()
  await expect(contents.getByRole('listitem').filter({ hasText: /^File 201$/ })).toBeFocused()
  await expect(contents.getByText('170 files')).toBeVisible()
  await expect(contents.getByText('80 files')).toBeVisible()
  await expect(more).toHaveCount(0)
})

test('the wave shows the position while playing, and a press on it seeks', async ({ page }) => {
  await page.goto(BEAT)
  await expect(page.getByRole('img', { name: 'Waveform of Stairwell Sermon' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Play Stairwell Sermon' }).click()
  const position = page.getByRole('slider', { name: 'Position in the waveform of Stairwell Sermon' })
  await expect(position).toHaveAttribute('aria-valuetext', / of 1 minute \d+ seconds?$/)
  const { width, height } = (await position.boundingBox())!
  await position.click({ position: { x: width * 0.75, y: height / 2 } })
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(740)
})

test('a missing item says so, and Back returns to the page before', async ({ page, complaints }) => {
  await page.goto('/about')
  await page.goto('/track/nobody-made-it')
  expectRefusal(complaints, 404)
  await expect(page.getByText('We couldn’t load that track.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/browse')
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Featured Beats' })
  await shelf.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('a loading page shows progress; a dead line shows an error, and Back works', async ({ page, complaints }) => {
  await page.goto('/')
  const link = page
    .getByRole('region', { name: 'Featured Beats' })
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .first()
  const title = (await link.getAttribute('title')) ?? ''
  const release = await hold(page, '**/api/items/by-slug/*')
  await link.click()
  await expect(page.getByText('Loading…', { exact: true }).first()).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.unroute('**/api/items/by-slug/*')
  await page.goBack()
  await page.route('**/api/items/*/similar*', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.unroute('**/api/items/*/similar*')
  await page.goBack()
  await page.route('**/api/items/by-slug/*', (route) => route.abort())
  const another = page.getByRole('region', { name: 'Featured Beats' }).getByRole('heading').nth(2).getByRole('link')
  const name = (await another.getAttribute('title')) ?? ''
  await another.click()
  await expect(page.getByText('We couldn’t load that track.')).toBeVisible()
  await expect(page.getByText('taken off the store')).toBeHidden()
  complaints.length = 0 // the browser itself reports the dead line
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await another.click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  complaints.length = 0
})

test('an item whose waveform fails can be bought, and its wave is asked for again', async ({ page, complaints }) => {
  await page.goto('/')
  await page.route('**/api/beats/*/wave?*', (route) => route.abort())
  await page.getByRole('region', { name: 'Featured Beats' }).getByRole('heading', { level: 3 }).first().click()
  await expect(page.getByText('Failed to load the waveform.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/beats/*/wave?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: /^Waveform of/ })).toBeVisible()
  complaints.length = 0 // the browser itself reports the failed calls
})
