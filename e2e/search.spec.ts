import { cards, chip, count } from './lists.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, untilAlive, phoneOnly } from './test.ts'

test('search finds while typing, forgives typing errors and makes one step in the history', async ({ page }) => {
  await page.goto('/')
  await page.goto('/search')
  const box = page.getByRole('search', { name: 'Search beats, packs, kits' }).getByRole('searchbox')
  await box.pressSequentially('flatbsh frst')
  await expect(page).toHaveURL('/search?q=flatbsh+frst')
  await expect(cards(page).first()).toContainText('Flatbush Frost')
  await expect(box).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/search')
  await expect(box).toHaveValue('')
  await page.goForward()
  await expect(box).toHaveValue('flatbsh frst')
  await chip(page, 'Kinds', 'Kits').click()
  await expect(page).toHaveURL('/search?q=flatbsh+frst&k=KIT')
  await expect(cards(page).first()).toBeVisible() // popular items
  await expect(page.getByText('Flatbush Frost')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/search?k=KIT')
  await expect(box).toBeFocused()
})

test('an outdated search request is cancelled', async ({ page }) => {
  await page.goto('/search')
  await untilAlive(page)
  await page.route(/\/api\/items\?.*q=frosty\b/, () => {}) // never answered
  const box = page.getByRole('search', { name: 'Search beats, packs, kits' }).getByRole('searchbox')
  const asked = page.waitForRequest(/\/api\/items\?.*q=frosty\b/)
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('q=frosty'))
  await box.fill('frosty')
  await asked
  await box.fill('flatbush')
  expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(cards(page).first()).toContainText('Flatbush Frost')
})

test('the first press on a kind isolates it, the next ones add, and all of them are no filter', async ({ page }) => {
  await page.goto('/search?q=dark')
  await untilAlive(page)
  const pressed = page.getByRole('group', { name: 'Kinds' }).getByRole('button', { pressed: true })
  await expect(pressed).toHaveCount(0)
  await chip(page, 'Kinds', 'Kits').click()
  await expect(page).toHaveURL('/search?q=dark&k=KIT')
  await expect(pressed).toHaveText(['Kits'])
  await chip(page, 'Kinds', 'Packs').click()
  await expect(page).toHaveURL('/search?q=dark&k=PACK%2CKIT')
  await expect(pressed).toHaveText(['Packs', 'Kits'])
  await chip(page, 'Kinds', 'Beats').click()
  await expect(page).toHaveURL('/search?q=dark')
  await chip(page, 'Kinds', 'Packs').click()
  await chip(page, 'Kinds', 'Packs').click()
  await expect(page).toHaveURL('/search?q=dark')
})

test('a search without results leads on to other words, fewer words and popular items', async ({ page }) => {
  await page.goto('/search?q=plattenbxxxz')
  const others = page.getByRole('list', { name: 'Other searches' })
  await expect(others.getByRole('listitem')).toHaveText(['Did you mean plattenbau 1 result'])
  await expect(page.getByRole('region', { name: 'Popular' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await others.getByRole('link', { name: 'plattenbau' }).click()
  await expect(page).toHaveURL('/search?q=plattenbau')
  await expect(cards(page).first()).toContainText('Plattenbau')

  await page.goto('/search?q=kalimba+under+%245&license=WAV')
  await expect(others.getByRole('link')).toHaveText(['kalimba'])
  await page.goto('/search?q=kalimba&k=PACK&priceMax=1')
  await expect(others.getByRole('link')).toHaveText(['without filters'])
  await others.getByRole('link').click()
  await expect(page).toHaveURL('/search?q=kalimba')
  await expect(cards(page).first()).toContainText('Harmattan')
})

test('a lead that is pressed as soon as the page is alive is followed, and stays', async ({ page }) => {
  await page.goto('/search?q=plattenbxxxz')
  await page.getByRole('list', { name: 'Other searches' }).getByRole('link', { name: 'plattenbau' }).click()
  await expect(page).toHaveURL('/search?q=plattenbau')
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500))) // longer than a pause in typing
  await expect(page).toHaveURL('/search?q=plattenbau')
  await expect(cards(page).first()).toContainText('Plattenbau')
})

test('producers are found on the search page', async ({ page }) => {
  await page.goto('/search?q=beats+by+coldharbour')
  const producers = page.getByRole('region', { name: 'Producers' })
  await expect(producers.getByRole('heading', { level: 3 })).toHaveText(['ColdHarbour'])
  await expect(cards(page).first()).toContainText('ColdHarbour')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await producers.getByRole('link', { name: 'Show profile of ColdHarbour' }).click()
  await expect(page).toHaveURL(/\/profile\/\d+$/)
})

test('an empty search shows recent searches, which can be cleared, and popular ones', async ({ page }) => {
  await page.goto('/search')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  const popular = page.getByRole('region', { name: 'Popular searches' })
  await expect(popular.getByRole('link', { name: 'dark', exact: true })).toBeVisible()
  await expect(recent).toHaveCount(0)
  const box = page.getByRole('search', { name: 'Search beats, packs, kits' }).getByRole('searchbox')
  await box.pressSequentially('frost')
  await expect(page).toHaveURL('/search?q=frost')
  await expect(cards(page).first()).toContainText('Frost')
  await expect(popular).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(recent.getByRole('link')).toHaveText(['frost'])
  await popular.getByRole('link', { name: 'dark', exact: true }).click()
  await expect(box).toHaveValue('dark')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('slide.searches'))).toContain('dark') // kept after it is shown
  await page.goto('/search')
  await expect(recent.getByRole('link')).toHaveText(['dark', 'frost'])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await recent.getByRole('link', { name: 'frost' }).click()
  await expect(cards(page).first()).toContainText('Frost')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('slide.searches'))).toMatch(/^\["frost"/)
  await page.goto('/search')
  await expect(recent.getByRole('link')).toHaveText(['frost', 'dark'])
  await page.getByRole('button', { name: 'Clear recent searches' }).click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await expect(popular).toBeVisible()
  await expect(recent).toHaveCount(0)
})

test('a search without results says so', async ({ page }) => {
  await page.goto('/search?q=zzzzqqqqxxxx')
  await expect(page.getByText('No results. Try different keywords or filters.')).toBeVisible()
  await expect(count(page)).toHaveText('0 results')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.goto('/producers?q=zzzzqqqqxxxx')
  await expect(count(page)).toHaveText('0 users')
})

test(
  'the search on a phone offers recent and popular searches until something is typed',
  phoneOnly,
  async ({ page }) => {
    await page.goto('/search?q=frost')
    await expect(cards(page).first()).toContainText('Frost')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('slide.searches'))).toContain('frost') // kept after it is shown
    await page.goto('/browse')
    await untilAlive(page) // before, it is a link to the search page
    const opener = page.getByRole('banner').getByRole('link', { name: 'Search' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const popular = dialog.getByRole('region', { name: 'Popular searches' })
    await expect(popular.getByRole('link', { name: 'dark', exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const box = dialog.getByRole('combobox', { name: 'Search' })
    await box.fill('fr')
    await expect(popular).toBeHidden()
    await box.fill('')
    await popular.getByRole('link', { name: 'dark', exact: true }).click()
    await expect(page).toHaveURL('/search?q=dark')
    await expect(dialog).toBeHidden()
    await opener.click()
    await dialog.getByRole('region', { name: 'Recent searches' }).getByRole('link', { name: 'frost' }).click()
    await expect(page).toHaveURL('/search?q=frost')
    await expect(dialog).toBeHidden()
  },
)

test('search on a phone: Escape closes the suggestions first, then the dialog', phoneOnly, async ({ page }) => {
  await page.goto('/browse')
  await untilAlive(page) // before, it is a link to the search page
  const opener = page.getByRole('banner').getByRole('link', { name: 'Search' })
  for (const open of [() => opener.click(), () => opener.press('Enter')]) {
    await open()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const box = dialog.getByRole('combobox', { name: 'Search' })
    await expect(box).toBeFocused()
    await box.fill('frost')
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(box).toHaveValue('frost')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})
