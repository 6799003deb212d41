import { openDatabase } from './earner.ts'
import { promoteBeat, promoter } from './promoter.ts'
import { choose, openPromos, pick, start, summary } from './promos-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, somebody, test } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

test('a seller without items is sent to the upload, and nothing picked is told', async ({ page }) => {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await openPromos(page)
  await expect(page.getByText('No items yet. Upload the first one')).toBeVisible()
  await start(page).click()
  await expect(page.getByText('Pick at least one item to promote.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Your promotions' }).click()
  await expect(page.getByText('No promotions yet')).toBeVisible()
  await page.goBack()
  await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: 'Kits' }).click()
  await expect(page).toHaveURL('/promos?kind=kit')
  await expect(page.getByText('Select kits').first()).toBeAttached()
  await page.getByRole('link', { name: 'Upload the first one' }).click()
  await expect(page).toHaveURL('/upload?tab=kit')
})

test('what was chosen outlives a reload and the way to the checkout and back', async ({ page }) => {
  await promoter(shop.db, page, { titles: ['Bow Creek at Four in the Morning, Tide Out, Nobody Home', 'Silvertown'] })
  await openPromos(page)
  await pick(page, 'Bow Creek').check()
  await expect(summary(page)).toContainText('Tide Out')
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: '30 days' }).check({ force: true })
  await page.getByRole('radio', { name: /^Spotlight/ }).check({ force: true })
  await page.reload()
  await expect(pick(page, 'Bow Creek')).toBeChecked()
  await expect(pick(page, 'Silvertown')).not.toBeChecked()
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Spotlight/ })).toBeChecked()
  await expect(summary(page)).toContainText('$180.00')
  await start(page).click()
  await expect(page).toHaveURL('/checkout')
  await page.goBack()
  await expect(pick(page, 'Bow Creek')).toBeChecked()
  await expect(summary(page)).toContainText('$180.00')
  const other = somebody()
  await page.request.post('/api/auth/register', { data: other })
  await keepSession(page, other.email, other.password)
  await openPromos(page)
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
})

test('what was chosen before and could not be loaded is told, and comes at the next try', async ({
  page,
  harmless,
}) => {
  harmless.push(/status of 500/)
  const { ids } = await promoter(shop.db, page, { titles: ['Canning Town', 'Custom House'] })
  const first = `**/api/me/beats/${ids[0]}`
  await page.route(first, (route) => route.fulfill({ status: 500, json: {} }))
  await openPromos(page, `/promos?item=${ids.map((id) => `beat-${id}`).join('+')}`)
  const failed = page.getByRole('alert').filter({ hasText: 'What you chose before could not be loaded.' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await page.unroute(first)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(pick(page, 'Canning Town')).toBeChecked()
  await expect(pick(page, 'Custom House')).toBeChecked()
  await expect(failed).toHaveCount(0)
})

test('an item that was refused in review is told with the reason, and does not get into the cart', async ({ page }) => {
  const { ids } = await promoter(shop.db, page, { titles: ['Plaistow Sidings', 'Star Lane'] })
  const refuse = (id: number) =>
    shop.db
      .updateTable('item')
      .set({ status: 'rejected', statusReason: 'The melody is a sample.' })
      .where('id', '=', id)
      .execute()
  await openPromos(page)
  await pick(page, 'Star Lane').check()
  await pick(page, 'Plaistow Sidings').check()
  await expect(summary(page)).toContainText('$84.00')
  await refuse(ids[0]!)
  await page.getByRole('radio', { name: '30 days' }).check({ force: true })
  await expect(summary(page)).toContainText('“Plaistow Sidings”: It was refused in review (“The melody is a sample.”).')
  await start(page).click()
  await expect(page.getByText('Drop what can’t be promoted first.')).toBeVisible()
  await expect(page).toHaveURL(/\/promos/)
  await summary(page).getByRole('button', { name: 'Drop Plaistow Sidings' }).click()
  await start(page).click()
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText('Star Lane')
  await expect(page.getByRole('list', { name: 'Cart' })).not.toContainText('Plaistow Sidings')
  await openPromos(page, `/promos?item=beat-${ids[0]}`)
  await expect(page.getByText(/“Plaistow Sidings” was refused in review.*: The melody is a sample\./)).toBeVisible()
  await expectAccessible(page)
})

test('the keyboard alone picks, prices and starts a promotion', async ({ page }) => {
  await promoter(shop.db, page, { titles: ['Rye Lane Nights'] })
  await openPromos(page)
  await pick(page, 'Rye Lane Nights').focus()
  await page.keyboard.press('Space')
  await expect(summary(page)).toContainText('$42.00')
  await summary(page).getByRole('button', { name: 'Drop Rye Lane Nights' }).press('Enter')
  await expect(summary(page)).toContainText('No items selected.')
  await expect(summary(page).getByRole('heading', { name: 'Summary' })).toBeFocused()
  await pick(page, 'Rye Lane Nights').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: '14 days' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Spotlight/ })).toBeChecked()
  await expect(summary(page)).toContainText('22,500')
  await expect(summary(page)).toContainText('$180.00')
  await start(page).press('Enter')
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText('Spotlight promotion, 30 days')
})

test('the dashboard leads to the page of promotions with its items picked', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Lagos to Leeds', 'Log Drum Logic'] })
  await page.goto('/sell')
  await page.getByRole('button', { name: 'More for Lagos to Leeds' }).click()
  await page.getByRole('menuitem', { name: 'Promote' }).click()
  await expect(page).toHaveURL(`/promos?item=beat-${person.ids[0]}`)
  await expect(pick(page, 'Lagos to Leeds')).toBeChecked()
  await page.goto('/sell')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('group', { name: 'Selected items' }).getByRole('link', { name: 'Promote' }).click()
  await expect(pick(page, 'Log Drum Logic')).toBeChecked()
  await expect(summary(page)).toContainText('2 items × $3.00 × 14 days')
  await summary(page).getByRole('button', { name: 'Drop Lagos to Leeds' }).click()
  await expect(pick(page, 'Lagos to Leeds')).not.toBeChecked()
})

test('the question before an item is deleted says that its promotion ends', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Lea Bridge', 'Clapton Pond'], promo: 42_00 })
  await promoteBeat(page, person, person.ids[0]!)
  await page.goto('/sell')
  const dialog = page.getByRole('dialog', { name: /^Delete/ })
  const remove = async (title: string) => {
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove('Lea Bridge')
  await expect(dialog).toContainText('Its promotion ends, and nothing is returned.')
  await page.keyboard.press('Escape')
  await remove('Clapton Pond')
  await expect(dialog).toContainText('removed for good.')
  await expect(dialog).not.toContainText('promotion')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('group', { name: 'Selected items' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('Promotions of them end, and nothing is returned.')
})

test('the picker turns pages of fifty and keeps what is picked, and a failed load can be tried again', async ({
  page,
  complaints,
}) => {
  await promoter(shop.db, page, { titles: ['Concrete Choir'] })
  const places = [
    { place: 'browse', perDay: 900 },
    { place: 'charts', perDay: null },
    { place: 'search', perDay: 1 },
  ]
  await page.route('**/api/promotions/forecast*', (route) => route.fulfill({ json: { days: 28, places } }))
  const asked: string[] = []
  let fails = true
  await page.route('**/api/me/beats?*', async (route) => {
    const url = new URL(route.request().url())
    asked.push(`${url.searchParams.get('status')} ${url.searchParams.get('limit')}`)
    if (fails) return route.fulfill({ status: 500, json: { error: 'internal', message: 'No.' } })
    const body = (await (await route.fetch({ url: `${url.origin}${url.pathname}?status=published` })).json()) as {
      items: object[]
    }
    const at = Number(url.searchParams.get('page')) * 50
    const items = Array.from({ length: at === 100 ? 20 : 50 }, (_, nth) => ({
      ...body.items[0],
      id: 900_000 + at + nth,
      title: `Concrete ${at + nth + 1}`,
    }))
    return route.fulfill({ json: { ...body, items, page: at / 50, limit: 50, totalItems: 120, totalPages: 3 } })
  })
  await page.goto('/promos')
  await expect(page.getByText('Failed to load your items.')).toBeVisible()
  complaints.length = 0
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await pick(page, 'Concrete 50').check()
  await expect(page.getByText('1 to 50 of 120 beats in the store')).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages of beats' }).getByRole('link', { name: '3' }).click()
  await expect(page).toHaveURL('/promos?page=3')
  await expect(page.getByRole('group', { name: 'Select beats' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Select beats' })).toBeInViewport()
  await pick(page, 'Concrete 120').check()
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await expect(summary(page)).toContainText('Concrete 50')
  const forecast = 'In the last 28 days people saw places for promoted items on Browse about 900 times a day'
  await expect(page.getByText(`${forecast}. All promoted`)).toBeVisible()
  await choose(page, 'Tier', 'Spotlight')
  await expect(page.getByText(`${forecast} and in search about once a day.`)).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['published 50']))
})

test('a choice of more than a cart takes is told at once', async ({ page }) => {
  await promoter(shop.db, page, { titles: ['Erith Pier'] })
  await page.route('**/api/promotions/forecast*', (route) => route.fulfill({ json: { days: 14, places: [] } }))
  await page.route('**/api/me/beats?*', async (route) => {
    const body = (await (await route.fetch()).json()) as { items: object[] }
    const items = Array.from({ length: 52 }, (_, nth) => ({
      ...body.items[0],
      id: 910_000 + nth,
      title: `Pier ${nth}`,
    }))
    return route.fulfill({ json: { ...body, items, totalItems: 52 } })
  })
  await openPromos(page)
  await expect(pick(page, 'Pier')).toHaveCount(52)
  await pick(page, 'Pier').evaluateAll((boxes) => boxes.forEach((box) => (box as HTMLInputElement).click()))
  await expect(summary(page)).toContainText('A cart takes 50 items. Drop 2 of these.')
  await summary(page).getByRole('button', { name: 'Drop Pier 7', exact: true }).click()
  await expect(summary(page)).toContainText('A cart takes 50 items. Drop 1 of these.')
  await summary(page).getByRole('button', { name: 'Drop Pier 8', exact: true }).click()
  await expect(summary(page)).not.toContainText('A cart takes')
})

test('a price that could not be checked is told, and its parts add up without the plan', async ({
  page,
  complaints,
}) => {
  await promoter(shop.db, page, { titles: ['Slade Green'], plan: 'growth' })
  const broken = { status: 500, json: { error: 'internal', message: 'No.' } }
  await page.route('**/api/me', (route) => route.fulfill(broken))
  await openPromos(page)
  await pick(page, 'Slade Green').check()
  await expect(summary(page)).toContainText('Your plan’s discount −$4.20')
  await expect(summary(page)).toContainText('$37.80')
  await page.route('**/api/checkout/preview', (route) => route.fulfill(broken))
  await choose(page, 'Days', '7 days')
  await expect(summary(page)).toContainText('The price could not be checked now. The checkout shows it.')
  complaints.length = 0
})

test('chosen items that can’t be promoted now are told with the reason', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Ilford Lane', 'Seven Kings', 'Goodmayes'], promo: 42_00 })
  const [promoted, paused, free] = person.ids
  await promoteBeat(page, person, promoted!)
  await shop.db.updateTable('item').set({ status: 'paused' }).where('id', '=', paused!).execute()
  await openPromos(page, `/promos?item=${person.ids.map((id) => `beat-${id}`).join('+')}`)
  await expect(pick(page, 'Goodmayes')).toBeChecked()
  await expect(page.getByText(/^“Ilford Lane” is left out: Premium runs until \w+ \d+\.$/)).toBeVisible()
  await expect(page.getByText('“Seven Kings” is left out: Paused.')).toBeVisible()
  await expect(page.getByText('“Goodmayes” is left out')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/promos?item=beat-${free}`)
  await expect(page.getByText('is left out')).toHaveCount(0)
})

test('chosen items that are gone or too many are told', async ({ page, complaints }) => {
  const { ids } = await promoter(shop.db, page, { titles: ['Chadwell Heath'] })
  const named = `beat-${ids[0]}`
  const unknown = (count: number) => Array.from({ length: count }, (_, nth) => `beat-${900_000_000 + nth}`)
  await openPromos(page, `/promos?item=${[named, ...unknown(1)].join('+')}`)
  await expect(pick(page, 'Chadwell Heath')).toBeChecked()
  await expect(page.getByText('A chosen item is left out: it is not among your items.')).toBeVisible()
  await expect(page.getByText('A cart takes 50 items.')).toHaveCount(0)
  await page.goto(`/promos?item=${[named, ...unknown(52)].join('+')}`)
  await expect(pick(page, 'Chadwell Heath')).toBeChecked()
  await expect(page.getByText('49 chosen items are left out: they are not among your items.')).toBeVisible()
  await expect(page.getByText('A cart takes 50 items. The last 3 chosen are left out.')).toBeVisible()
  complaints.length = 0 // the browser tells each 404
})
