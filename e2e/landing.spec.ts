import sharp from 'sharp'
import { collectSounds, soundsNow, soundTime } from './sound.ts'
import { clippedTexts, expect, expectAccessible, expectNoSidewaysScroll, spaceText, test, phoneToo } from './test.ts'

test('the landing page is complete before any script runs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('THE #1DRILLMARKETPLACE')
  for (const name of ['Featured Beats', 'Featured Packs', 'Featured Kits'])
    await expect(page.getByRole('region', { name }).getByRole('article')).toHaveCount(5)
  for (const name of ['New', 'Popular'])
    await expect(page.getByRole('region', { name, exact: true }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('link', { name: /^Open .+ Drill$/ })).toHaveCount(13)
  for (const path of ['/about', '/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const text = await page.locator('main').innerText()
    expect(text.length).toBeGreaterThan(1000)
    expect(text, 'American spelling').not.toMatch(/licence|catalogue|cancelled|recognis|colour|any more/i)
  }
  await context.close()
})

test('the landing page hydrates without any further call, and every picture loads', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.goto('/')
  expect(asked).toEqual([])
  const broken = await page.locator('img').evaluateAll(async (images) => {
    for (const image of images as HTMLImageElement[]) image.loading = 'eager'
    await Promise.all((images as HTMLImageElement[]).map((image) => image.decode().catch(() => {})))
    return (images as HTMLImageElement[]).filter((image) => image.naturalWidth === 0).map((image) => image.src)
  })
  expect(broken).toEqual([])
  await expectNoSidewaysScroll(page)
})

test('a card plays, the player bar shows it, time advances, pause stops it', phoneToo, async ({ page }) => {
  await collectSounds(page)
  await page.goto('/search?q=flatbush+frost')
  const card = page.getByRole('region', { name: 'Results' }).getByRole('article').first()
  const title = (await card.getByRole('heading').getByRole('link').getAttribute('title')) ?? ''
  await card.getByRole('button', { name: `Play ${title}` }).click()
  const bar = page.getByRole('region', { name: 'Player' })
  await expect(bar).toContainText(title)
  const time = () => soundTime(page)
  await expect.poll(time).toBeGreaterThan(0.3)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 0.3)
  await expectAccessible(page)
  await bar
    .getByRole('button', { name: `Pause ${title}` })
    .filter({ visible: true })
    .click()
  await expect(bar.getByRole('button', { name: `Play ${title}` }).filter({ visible: true })).toBeVisible()
  expect(await soundsNow(page)).toBe(0)
})

test('keys seek by five and by fifteen seconds', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 }) // a phone's bar has no slider
  await page.goto('/')
  await page.getByRole('region', { name: 'Featured Beats' }).getByRole('button', { name: /^Play/ }).first().click()
  const bar = page.getByRole('region', { name: 'Player' })
  await expect(bar).toContainText(/0:0[1-9]/)
  await bar
    .getByRole('button', { name: /^Pause/ })
    .filter({ visible: true })
    .click()
  const slider = bar.getByRole('slider', { name: /^Position/ })
  await slider.press('Home')
  const at = (seconds: number) =>
    expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${seconds} seconds? of `))
  await at(0)
  await slider.press('ArrowRight')
  await at(5)
  await slider.press('PageUp')
  await at(20)
  await slider.press('ArrowDown')
  await at(15)
  await slider.press('PageDown')
  await at(0)
})

test('nothing overflows at double text size or on the narrowest screen', async ({ page }) => {
  await page.goto('/')
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 450 })
    await expectNoSidewaysScroll(page)
  }
})

test('spaced text is not clipped', phoneToo, async ({ page }) => {
  await page.goto('/')
  await spaceText(page)
  await expectNoSidewaysScroll(page)
  expect(await clippedTexts(page)).toEqual([])
})

test('Next and Previous wrap around the list', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 }) // a phone's bar has one button
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Featured Beats' })
  const titles = await shelf.getByRole('heading', { level: 3 }).allInnerTexts()
  await shelf.getByRole('button', { name: `Play ${titles.at(-1)}` }).click()
  const bar = page.getByRole('region', { name: 'Player' })
  await expect(bar).toContainText(titles.at(-1) ?? '')
  await bar.getByRole('button', { name: 'Next' }).click()
  await expect(bar).toContainText(titles[0] ?? '')
  await bar.getByRole('button', { name: 'Previous' }).click()
  await expect(bar).toContainText(titles.at(-1) ?? '')
})

test('search and shortcuts lead to the search page; an empty search leads nowhere', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('search', { name: 'Search the catalog' })
  await hero.getByRole('searchbox').fill('   ')
  await hero.getByRole('button').click()
  await expect(page).toHaveURL('/')
  await hero.getByRole('searchbox').fill('  flatbush frost ')
  await hero.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/search?q=flatbush+frost')
  await page.goBack()
  await page.getByRole('link', { name: '#ukdrill' }).click()
  await expect(page).toHaveURL('/search?q=ukdrill')
})

test('nothing shows through the hashtag shortcuts', async ({ page }) => {
  for (const width of [800, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const shortcuts = page.getByRole('link', { name: /^#.+drill$/ })
    const boxes = await shortcuts.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
    )
    await shortcuts.evaluateAll((links) => links.forEach((link) => (link.style.visibility = 'hidden')))
    const [first, last] = [boxes[0]!, boxes.at(-1)!]
    const clip = { x: first.x, y: first.y + 10, width: last.right - first.x, height: last.bottom - first.y - 20 }
    const ground = await page.screenshot({ clip })
    expect((await sharp(ground).greyscale().stats()).channels[0]?.max, `at ${width}`).toBeLessThan(130)
  }
})

test('a crawler finds title, description, canonical address and picture', async ({ page, request }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Slide | The #1 Drill Marketplace')
  expect(await page.locator('meta[name=description]').getAttribute('content')).toContain('Drill beats')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/$/)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
  const sitemap = await (await request.get('/sitemap-pages.xml')).text()
  expect(sitemap).toContain('/about</loc>')
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml')
  for (const icon of [
    '/favicon.svg',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/manifest.webmanifest',
    '/icon-512.png',
  ])
    expect((await request.get(icon)).status()).toBe(200)
})

test('the page stands when lists fail; each says so and is loaded again by a press', async ({ page, complaints }) => {
  await page.goto('/about')
  for (const list of ['beats/new', 'packs/featured'])
    await page.route(`**/api/${list}?*`, (route) => route.fulfill({ status: 500, json: { error: 'internal' } }))
  await page.getByRole('link', { name: 'Slide, home' }).click()
  for (const name of ['New', 'Featured Packs']) {
    const part = page.getByRole('region', { name, exact: true })
    await expect(part.getByText('Failed to load items.')).toBeVisible()
    await expect(part.getByText(/^(No new yet|Feature the first pack)/)).toBeHidden()
  }
  await expect(page.getByRole('region', { name: 'Popular', exact: true }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Featured Beats' }).getByRole('article')).toHaveCount(5)
  await expectAccessible(page)
  await page.unrouteAll()
  const newest = page.getByRole('region', { name: 'New', exact: true })
  await newest.getByRole('button', { name: 'Try again' }).click()
  await expect(newest.getByRole('listitem')).toHaveCount(5)
  await expect(newest).toBeFocused() // the pressed button is gone
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of 500|ApiFailure/.test(line)))
})
