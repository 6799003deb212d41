import { cards, chip, count, narrow, results, wide } from './lists.ts'
import { expect, expectAccessible, expectRefusal, keepSession, test, phoneOnly, phoneToo } from './test.ts'

test('without script a list follows its address', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/browse?type=kits')
  await expect(chip(page, 'Kind', 'Kits')).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page).first()).toBeVisible()
  for (const card of await cards(page).all()) await expect(card.locator('a[href^="/kit/"]').first()).toBeVisible()
  const kits = await cards(page).count()
  await page.goto('/browse?type=packs&featured=yes')
  for (const card of await cards(page).all()) await expect(card).toContainText('Featured')
  await page.goto('/search?q=flatbush+frost')
  await expect(cards(page).first()).toContainText('Flatbush Frost')
  await page.getByRole('searchbox', { name: 'Search beats, packs, kits' }).filter({ visible: true }).last().fill('kits')
  await page
    .getByRole('searchbox', { name: 'Search beats, packs, kits' })
    .filter({ visible: true })
    .last()
    .press('Enter')
  await expect(page).toHaveURL('/search?q=kits')
  expect(kits).toBeGreaterThan(5)
  await page.goto('/styles/uk-drill?priceMax=20')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UK Drill')
  await expect(page.getByText('No results. Try different keywords or filters.')).toBeVisible()
  await page.goto('/producers?q=coldharbour')
  await expect(count(page)).toHaveText('1 user')
  await page.goto('/charts?tab=new')
  await expect(page.getByRole('tab', { name: 'New' })).toHaveAttribute('aria-selected', 'true')
  await expect(results(page).getByRole('listitem').first()).toBeVisible()
  await context.close()
})

test('without script chips and tabs are links, by keyboard too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport: wide })
  const page = await context.newPage()
  await page.goto('/browse')
  await chip(page, 'Kind', 'Beats').click()
  await expect(page).toHaveURL('/browse?type=beats')
  await chip(page, 'Tag', 'Featured').press('Enter')
  await expect(page).toHaveURL('/browse?type=beats&featured=1')
  await chip(page, 'Genre', 'UK').click()
  await chip(page, 'Genre', 'NY').click()
  await expect(page).toHaveURL('/browse?type=beats&featured=1&style=uk-drill%2Cny-drill')
  await expect(chip(page, 'Genre', 'UK')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Remove UK Drill' }).click()
  await expect(page).toHaveURL('/browse?type=beats&featured=1&style=ny-drill')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL('/browse?type=beats&featured=1')
  await page.getByRole('button', { name: 'Any BPM' }).click()
  await expect(page).toHaveURL('/browse?type=beats&featured=1&bpm=any')
  await page.goto('/search?q=frost')
  await chip(page, 'Kinds', 'Packs').click()
  await expect(page).toHaveURL('/search?q=frost&k=PACK')
  await page.goto('/charts')
  await page.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/charts?tab=featured')
  await expect(page.getByRole('tab', { name: 'Featured' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/styles/uk-drill')
  await page.getByRole('button', { name: 'From 145' }).click()
  await expect(page).toHaveURL('/styles/uk-drill?bpmMin=145')
  await context.close()
})

test('a chart row leads to the comments of its item', async ({ page }) => {
  await page.setViewportSize(wide)
  await page.goto('/charts')
  const row = results(page).getByRole('listitem').filter({ hasText: 'Utica After Dark' })
  await row.getByRole('link', { name: /^\d+ comments on Utica After Dark$/ }).click()
  await expect(page).toHaveURL('/track/utica-after-dark#comments')
})

test('charts are tabs: arrow keys switch them, ranks count from one', async ({ page }) => {
  await page.goto('/charts')
  await page.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const line = Promise.withResolvers<void>()
  await page.route('**/api/items?*', (route) => line.promise.then(() => route.continue()))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/charts?tab=popular')
  await expect(page.getByRole('tab', { name: 'Popular' })).toBeFocused()
  await expect(page).toHaveTitle('Popular charts | Slide')
  const formula = page.getByText('ln(1 + plays + 5 × likes + 40 × sales)')
  await page.getByRole('link', { name: 'How the charts are made' }).click()
  await expect(formula).toBeInViewport()
  line.resolve() // the list comes in above
  await expect(page.getByText('Searching…')).toBeHidden()
  await expect(results(page).getByRole('listitem').first()).toContainText('1')
  await expect(formula).toBeInViewport()
  await expect(page).toHaveTitle('Popular charts | Slide')
})

test('a failing list shows an error in its place and can be loaded again', async ({ page, complaints }) => {
  await page.goto('/search')
  await page.route('**/api/items?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'busy', message: 'Busy' } }),
  )
  await page.getByRole('search', { name: 'Search beats, packs, kits' }).getByRole('searchbox').fill('frost')
  await expect(page.getByRole('alert')).toHaveText('Failed to load items.')
  await expect(count(page)).toHaveText('0 results • something went wrong')
  await expectAccessible(page)
  await page.unroute('**/api/items?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page).first()).toContainText('Flatbush Frost')
  expectRefusal(complaints, 503)
  expectRefusal(complaints, 503)
})

test('narrow screens cut titles longer than 12 letters to 10; screen readers get the whole title', async ({ page }) => {
  await page.goto('/search?q=flatbush+frost')
  const link = cards(page).first().getByRole('link', { name: 'Flatbush Frost', exact: true })
  await expect(link).toHaveAttribute('title', 'Flatbush Frost')
  await expect(link).toMatchAriaSnapshot('- link "Flatbush Frost"')
  for (const [width, cut] of [
    [768, true],
    [769, false],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const short = link.getByText('Flatbush F…', { exact: true })
    await (cut ? expect(short).toBeVisible() : expect(short).toBeHidden())
    const whole = (await link.getByText('Flatbush Frost', { exact: true }).boundingBox())!
    expect(whole.width > 1, 'the whole title is seen').toBe(!cut)
  }
  await page.goto('/charts')
  await page.setViewportSize(narrow)
  const row = results(page).getByRole('listitem').filter({ hasText: 'Utica After Dark' })
  await expect(row.getByText('Utica Afte…')).toBeVisible()
})

test('on a phone a toast covers nothing of the sign-in dialog', phoneOnly, async ({ page }) => {
  await page.goto('/browse')
  await page.getByRole('button', { name: /^Like/ }).first().click()
  const toast = page.locator('[aria-live] > div').filter({ hasText: 'Please sign up to like this item' })
  await toast.hover() // hovering stops its clock
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  // both slide in: they are measured where they come to rest
  for (const moving of [toast, dialog])
    await moving.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const lies = (await toast.boundingBox())!
  for (const part of await dialog.locator('h2, p, label, input, button, a').filter({ visible: true }).all()) {
    const { y, height } = (await part.boundingBox())!
    expect(y + height <= lies.y || y >= lies.y + lies.height, await part.innerText()).toBe(true)
  }
})

test(
  'the next page starts at the top of the list; the old one stays until it has loaded',
  phoneToo,
  async ({ page }) => {
    await page.goto('/browse')
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/api/items*', async (route) => {
      const reply = await route.fetch()
      const list = (await reply.json()) as { totalPages: number; totalItems: number }
      const second = new URL(route.request().url()).searchParams.get('page') === '1'
      if (second) await held
      await route.fulfill({
        json: { ...list, ...(second && { page: 1 }), totalItems: 1000, totalPages: 17, capped: true },
      })
    })
    await chip(page, 'Tag', 'Featured').click()
    await expect(count(page)).toHaveText('1,000+ results')
    const title = await cards(page).first().getByRole('heading').getByRole('link').getAttribute('title')
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL('/browse?featured=1&page=2')
    await expect(count(page)).toHaveText('Searching…')
    await expect(cards(page).first()).toContainText(title ?? '')
    await expect(results(page)).toBeFocused()
    await expect(count(page)).toBeInViewport()
    arrive()
    await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(count(page)).toHaveText('1,000+ results')
    await chip(page, 'Kind', 'Kits').click()
    await expect(page).toHaveURL('/browse?type=kits&featured=1')
    await expect(count(page)).toHaveText('1,000+ results')
    await page.unrouteAll({ behavior: 'ignoreErrors' }) // lists are asked anew at any time
  },
)

for (const query of [
  'page=999&sort=bogus&bpmMin=abc&key=H',
  `page=-1&style=%00&k=,,&q=%E2%80%AE%00<b>${'x'.repeat(3_000)}`,
])
  test(`junk makes no broken page: ${query.slice(0, 40)}`, async ({ page }) => {
    for (const path of ['/browse', '/charts', '/search', '/styles/uk-drill', '/producers']) {
      const reply = await page.goto(`${path}?${query}`)
      expect(reply?.status()).toBe(200)
      await expect(count(page)).toHaveText(/result|user/)
    }
  })

test('producers show their facts, their profile and a message button that needs an account', async ({ page }) => {
  await page.goto('/producers')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('coldhar')
  await expect(page).toHaveURL('/producers?q=coldhar')
  await expect(count(page)).toHaveText('1 user')
  const card = results(page).getByRole('listitem')
  await expect(card).toContainText(/3 beats \/ 81 followers/)
  await expect(card.getByRole('link', { name: /Show profile/ })).toHaveAttribute('href', /^\/profile\/\d+$/)
  await card.getByRole('link', { name: 'Message ColdHarbour' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/producers?q=coldhar')
  await card.getByRole('link', { name: 'Message ColdHarbour' }).click()
  await expect(page).toHaveURL(/\/chat\/\d+$/)
})
