import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { openDatabase } from './earner.ts'
import { ended, promoteBeat, promoter, ranFor } from './promoter.ts'
import { stored } from './shelves.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepSession,
  once,
  somebody,
  test,
  untilAlive,
} from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const pick = (page: Page, title: string) => page.getByRole('checkbox', { name: new RegExp(`^${title}`) })
const start = (page: Page) => page.getByRole('button', { name: 'Start promotion' }).filter({ visible: true })
const choose = (page: Page, group: 'Days' | 'Tier', name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel Promotion?' })

async function openPromos(page: Page, path = '/promos') {
  await page.goto(path)
  await untilAlive(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Promotions' })).toBeVisible()
}

test('two beats are promoted with credits, the plan’s discount and a card', async ({ page, isMobile }) => {
  await promoter(shop.db, page, {
    titles: ['Harmattan', 'Owambe at Four'],
    plan: 'growth',
    promo: 10_00,
    referral: 20_00,
  })
  await openPromos(page)
  await expect(page.getByRole('radio', { name: '14 days' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await expect(summary(page)).toContainText('No items selected.')
  await pick(page, 'Harmattan').check()
  await pick(page, 'Owambe at Four').check()
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  for (const line of [
    '2 items × $3.00 × 14 days $84.00',
    'Promo credits of $10.00−$10.00',
    'Growth, 10% off',
    '−$5.40',
  ])
    await expect(summary(page)).toContainText(line)
  await expect(summary(page)).toContainText('−$20.00')
  await expect(summary(page)).toContainText('$48.60')
  await expect(summary(page)).toContainText('8,400')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await choose(page, 'Days', '3 days')
  await choose(page, 'Tier', 'Standard')
  await expect(summary(page)).toContainText('748')
  await expect(summary(page)).not.toContainText('Referral credits')
  await expect(summary(page)).toContainText('$0.00')
  await choose(page, 'Days', '14 days')
  await choose(page, 'Tier', 'Premium')

  if (isMobile) {
    await page.evaluate('scrollTo(0, 0)')
    const bar = (await start(page).boundingBox())!
    const nav = (await page.getByRole('navigation', { name: 'Sections' }).boundingBox())!
    expect(bar.y + bar.height).toBeLessThanOrEqual(nav.y)
    await expect(page.getByText('$48.60').filter({ visible: true }).first()).toBeVisible()
  }
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  const cart = page.getByRole('list', { name: 'Cart' })
  await expect(cart).toContainText('Premium promotion, 14 days')
  await expect(cart).toContainText('Promo credits: −$10.00')
  await expect(page.getByRole('button', { name: 'Pay with Credit Card' })).toBeVisible()
  expect((await stored(page)).map(({ id }) => id)).toEqual([
    expect.stringMatching(/^promo:BEAT:\d+:premium:14$/),
    expect.stringMatching(/^promo:BEAT:\d+:premium:14$/),
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay with Credit Card' }).click()
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill('4242424242424242')
  await form.getByLabel('Expires').fill('1239')
  await form.getByLabel('CVC').fill('314')
  await form.getByRole('button', { name: 'Pay $48.60' }).click()

  const yours = page.getByRole('region', { name: 'Yours now' })
  await expect(yours).toContainText('Promotion of Harmattan')
  await expect(yours).toContainText('Premium, 14 days. It runs now.')
  await expect(yours.getByRole('button', { name: 'License PDF' })).toBeHidden()
  await expectAccessible(page)
  await yours.getByRole('link', { name: 'Your promotions' }).first().click()
  await expect(page.getByRole('tab', { name: 'Your promotions 2' })).toHaveAttribute('aria-selected', 'true')
  const running = page.getByRole('article', { name: 'Promotion of Harmattan' })
  await expect(running).toContainText('of 4,200 guaranteed impressions')
  await expect(running).toContainText('Active')
  await page.getByRole('tab', { name: 'New promotion' }).click()
  await expect(pick(page, 'Harmattan')).toBeDisabled()
  await expect(page.getByText(/^Premium runs until \w+ \d+$/).first()).toBeVisible()
})

test('a promotion for credits alone shows how it runs, is canceled and renewed', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Third Mainland'], promo: 42_00 })
  await openPromos(page, `/promos?item=beat-${person.ids[0]}`)
  await expect(pick(page, 'Third Mainland')).toBeChecked()
  await expect(summary(page)).toContainText('$0.00')
  await start(page).click()
  await page.getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('region', { name: 'Yours now' })).toContainText('Promotion of Third Mainland')
  const id = await ranFor(shop.db, person.ids[0]!, [318, 402, 377, 291, 306])

  await openPromos(page, '/promos?tab=yours')
  const running = page.getByRole('article', { name: 'Promotion of Third Mainland' })
  await expect(running).toContainText('1,694')
  await expect(running).toContainText(/194 ahead of pace, nine days left/)
  await expect(running.getByRole('img', { name: /^Impressions a day since .* 1,694 of 4,200/ })).toBeVisible()
  await expect(running).toContainText('Clicks5.3% of impressions$0.47 each')
  await expect(running).toContainText('for $42.00 in credits')
  await running.getByText('Show as a table').click()
  await expect(running.getByRole('table', { name: 'Impressions by day' }).getByRole('row')).toHaveCount(7)
  await expect(running.getByRole('table')).toContainText('1,388')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const downloading = page.waitForEvent('download')
  await running.getByRole('button', { name: 'Download CSV' }).click()
  const table = await text(await (await downloading).createReadStream())
  expect(table).toContain('Impressions')
  expect(table).toContain(',402,')

  await running.getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toContainText('This action cannot be undone. Nothing is returned')
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'No, go back' }).click()
  await expect(running).toContainText('Active')
  await running.getByRole('button', { name: 'Cancel' }).click()
  await question(page).getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Canceled successfully.')).toBeVisible()
  const past = page.getByRole('table', { name: 'Ended promotions' })
  await expect(past).toContainText('1,694 of 4,200')
  await past.getByRole('button', { name: 'Third Mainland' }).click()
  await expect(page.getByRole('dialog', { name: 'Promotion of Third Mainland' })).toContainText('You have canceled it.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('/library?tab=services')
  const row = page.getByRole('region', { name: 'Promotions' })
  await expect(row).toContainText('Premium promotion, canceled')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('link', { name: 'Third Mainland' }).click()
  await expect(page).toHaveURL(new RegExp(`promo=${id}`))
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(panel).toContainText('StatusCanceled')
  await expect(panel).toContainText('Credits$42.00')
  await panel.getByRole('button', { name: 'Renew Promotion' }).click()
  await expect(page.getByText('To renew this promotion, please go to the promotions page.')).toBeVisible()
  await expect(page).toHaveURL(/\/promos\?item=beat-\d+$/)
  await expect(pick(page, 'Third Mainland')).toBeChecked()
})

test('an ended promotion without a sale runs once more for nothing', async ({ page }) => {
  const person = await promoter(shop.db, page, { titles: ['Peckham Sun'], plan: 'growth', promo: 42_00 })
  await promoteBeat(page, person, person.ids[0]!)
  await ended(shop.db, person.ids[0]!)
  await openPromos(page, '/promos?tab=yours')
  await page.getByRole('button', { name: 'Rerun for nothing' }).click()
  await expect(page.getByText('It runs once more, for nothing.')).toBeVisible()
  const running = page.getByRole('article', { name: 'Promotion of Peckham Sun' })
  await expect(running).toContainText('for nothing, a rerun')
  await expect(page.getByRole('button', { name: 'Rerun for nothing' })).toBeHidden()
  await page.goto('/library?tab=services')
  await page.getByRole('region', { name: 'Promotions' }).getByRole('link', { name: 'Peckham Sun' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(panel).toContainText('A rerun for nothing')
  await panel.getByRole('button', { name: 'Cancel Promotion' }).click()
  await question(page).getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Canceled successfully.')).toBeVisible()
  await expect(panel).toContainText('StatusCanceled')
})

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
  await promoter(shop.db, page, { titles: ['Bow Creek', 'Silvertown'] })
  await openPromos(page)
  await pick(page, 'Bow Creek').check()
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
})

test('the keyboard alone picks, prices and starts a promotion', once, async ({ page }) => {
  await promoter(shop.db, page, { titles: ['Rye Lane Nights'] })
  await openPromos(page)
  await pick(page, 'Rye Lane Nights').focus()
  await page.keyboard.press('Space')
  await expect(summary(page)).toContainText('$42.00')
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

test('the dashboard leads to the page of promotions with its items picked', async ({ page, isMobile }) => {
  const person = await promoter(shop.db, page, { titles: ['Lagos to Leeds', 'Log Drum Logic'] })
  await page.goto('/sell')
  await page.getByRole('button', { name: 'More for Lagos to Leeds' }).click()
  await page.getByRole('menuitem', { name: 'Promote' }).click()
  await expect(page).toHaveURL(`/promos?item=beat-${person.ids[0]}`)
  await expect(pick(page, 'Lagos to Leeds')).toBeChecked()
  if (isMobile) return
  await page.goto('/sell')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('group', { name: 'Selected items' }).getByRole('link', { name: 'Promote' }).click()
  await expect(pick(page, 'Log Drum Logic')).toBeChecked()
  await expect(summary(page)).toContainText('2 items × $3.00 × 14 days')
  await summary(page).getByRole('button', { name: 'Drop Lagos to Leeds' }).click()
  await expect(pick(page, 'Lagos to Leeds')).not.toBeChecked()
})

test(
  'the picker turns pages of fifty and keeps what is picked, and a failed load can be tried again',
  once,
  async ({ page, complaints }) => {
    await promoter(shop.db, page, { titles: ['Concrete Choir'] })
    const places = [
      { place: 'browse', perDay: 900 },
      { place: 'charts', perDay: null },
      { place: 'search', perDay: 40 },
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
    await pick(page, 'Concrete 120').check()
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    await expect(summary(page)).toContainText('Concrete 50')
    const forecast = 'In the last 28 days people saw places for promoted items on Browse about 900 times a day'
    await expect(page.getByText(`${forecast}. All promoted`)).toBeVisible()
    await choose(page, 'Tier', 'Spotlight')
    await expect(page.getByText(`${forecast} and in search about 40 times a day.`)).toBeVisible()
    expect(new Set(asked)).toEqual(new Set(['published 50']))
  },
)
