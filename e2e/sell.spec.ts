import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { sellerWithDrafts } from './drafts.ts'
import { hold } from './hold.ts'
import { addBeat } from './made-beats.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  somebody,
  test,
  phoneToo,
} from './test.ts'

const titles = (page: Page) => page.locator('main').getByText(/^(Alpha Road|Bravo Court|Charlie House|Zulu Yard)$/)

test('a dashboard without items says so', async ({ page }) => {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto('/sell')
  await expect(page.getByRole('heading', { level: 1, name: 'Sell Beats' })).toBeVisible()
  await expect(page.getByText('No beats uploaded yet')).toBeVisible()
  await expect(page.getByText('Drop a WAV. We hear BPM and key, and draw a cover if you have none.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/kits')
  await expect(page.getByText('No kits uploaded yet')).toBeVisible()
  await expect(page.getByText('# of Kits')).toBeVisible()
})

test('own items are searched, filtered and sorted, and the address keeps the choice', async ({ page }) => {
  await sellerWithDrafts(page)
  await page.goto('/sell')
  await expect(titles(page)).toHaveText(['Charlie House', 'Bravo Court', 'Alpha Road'])
  await expect(page.getByRole('button', { name: 'Drafts 3' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('searchbox', { name: 'Search your beats and packs' }).fill('tag1')
  await expect(titles(page)).toHaveText(['Bravo Court'])
  await expect(page).toHaveURL('/sell?q=tag1')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const table = await text(await (await downloading).createReadStream())
  expect(table.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^beat,Bravo Court,Draft,/), ''])
  await page.getByRole('button', { name: 'Published 0' }).click()
  await expect(page.getByText('Nothing here fits that search and filter.')).toBeVisible()
  await expect(page).toHaveURL('/sell?q=tag1&status=published')
  await page.goBack()
  await expect(titles(page)).toHaveText(['Bravo Court'])
  await page.getByLabel('Sort by').selectOption('Highest price')
  await page.reload()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await expect(page.getByRole('searchbox', { name: 'Search your beats and packs' })).toHaveValue('tag1')
})

test('a deleted item leaves at once, and comes back when deleting fails', async ({ page, complaints }) => {
  await sellerWithDrafts(page)
  await page.goto('/sell')
  const remove = async () => {
    await page.getByRole('button', { name: 'More for Bravo Court' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete beat?' })
    await expect(question).toContainText('removed for good')
    await question.getByRole('button', { name: 'Delete' }).click()
  }
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/me/beats/*', async (route) => {
    await answer.promise
    await route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } })
  })
  await remove()
  await expect(titles(page)).toHaveText(['Charlie House', 'Alpha Road'])
  answer.resolve()
  await expect(page.getByText('Delete failed.')).toBeVisible()
  await expect(titles(page)).toHaveText(['Charlie House', 'Bravo Court', 'Alpha Road'])
  expectRefusal(complaints, 503)
  await page.unroute('**/api/me/beats/*')
  await remove()
  await expect(page.getByText('Beat deleted successfully.')).toBeVisible()
  await expect(titles(page)).toHaveText(['Charlie House', 'Alpha Road'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Charlie House', 'Alpha Road'])
})

test(
  'several items are changed at once, and those that an action does not fit say why',
  phoneToo,
  async ({ page }, { project }) => {
    await sellerWithDrafts(page)
    await page.goto('/sell')
    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'More for Alpha Road' }).click()
      await page.getByRole('menuitem', { name: 'Select' }).click()
      await page.getByRole('checkbox', { name: 'Select Bravo Court' }).check()
      await page.getByRole('checkbox', { name: 'Select Charlie House' }).check()
    } else await page.getByRole('checkbox', { name: 'Select all' }).check()
    const bar = page.getByRole('group', { name: 'Selected items' })
    await expect(bar).toContainText('3 selected')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused 0. Drafts can’t be paused.')).toBeVisible()
    await expect(bar).toBeHidden()

    await page.getByRole('button', { name: 'More for Alpha Road' }).click()
    if (project.name === 'phone') await page.getByRole('menuitem', { name: 'Select' }).click()
    else {
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: 'Select Alpha Road' }).check()
    }
    await page.getByRole('checkbox', { name: 'Select Bravo Court' }).check()
    await bar.getByRole('button', { name: 'Change tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change tags of 2 items' })
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(dialog.getByText('Give a tag to add or to remove.')).toBeVisible()
    await dialog.getByLabel('Add').fill('night bus')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(page.getByText('Changed 2.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search your beats and packs' }).fill('night bus')
    await expect(titles(page)).toHaveText([/./, /./])
    await page.getByRole('searchbox', { name: 'Search your beats and packs' }).fill('')
    await expect(titles(page)).toHaveCount(3)
  },
)

/** How far the search is below the first figure. */
async function roomOfFigures(page: Page) {
  const [figure, search] = [
    page.getByText('Earnings', { exact: true }).first(),
    page.getByRole('main').getByRole('searchbox'),
  ]
  await expect(figure).toBeVisible()
  return (await search.boundingBox())!.y - (await figure.boundingBox())!.y
}

test('the demo’s producer sees how plays become likes, by days and as a table', async ({ page }) => {
  await keepSession(page, 'producer@slide.test')
  const release = await hold(page, '**/api/me/stats?*')
  await page.goto('/sell')
  const before = await roomOfFigures(page)
  release()
  const chart = page.getByRole('group', { name: /^Last 30 days: [\d,]+ plays/ })
  await expect(chart).toBeVisible()
  expect(Math.abs((await roomOfFigures(page)) - before), 'the list stays in its place').toBeLessThan(2)
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByRole('status')).toContainText(/plays, [\d,]+ likes?, [\d,]+ sales?,/)
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page.getByRole('group', { name: /^Last 7 days/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Days' }).getByRole('row')).toHaveCount(8)
  await expectAccessible(page)
})

test('one sale before any play is counted in the singular, and its money is pending', async ({ page }) => {
  const { db, close } = openDatabase()
  const seller = await sellerIn(db, page)
  const { slug } = await addBeat(db, seller.id, 'Sold Unheard')
  await close()
  await buyByCard(page, await newBuyer(page), [{ type: 'beat', slug, licenseType: 'MP3' }])
  await keepSession(page, seller.email, seller.password)
  await page.goto('/sell')
  const chart = page.getByRole('group', { name: 'Last 30 days: 0 plays, 0 likes, 1 sale.' })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByRole('status')).toContainText('0 plays, 0 likes, 1 sale, $24.95')
  await expect(page.getByText(/^In all, \$24\.95 is pending until [A-Z][a-z]{2} \d+\. Payouts$/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByText(/^One sale\. Clears by/)).toBeVisible()
  await page.goBack()
  await expect(chart).not.toContainText('1 per')
})

test('a kit opens in a new tab, and the dashboard stays', async ({ page, context }) => {
  await keepSession(page, 'producer@slide.test')
  await page.goto('/kits')
  const open = page.getByLabel(/^Open /).first()
  const [tab] = await Promise.all([context.waitForEvent('page'), open.click()])
  await expect(tab).toHaveURL(/\/kit\//)
  await expect(page).toHaveURL('/kits')
})

test('a dashboard that can’t be loaded says so and can be loaded again', async ({ page, complaints }) => {
  await sellerWithDrafts(page)
  await page.route('**/api/me/items?*', (route) => route.fulfill({ status: 500, json: { error: 'x', message: '' } }))
  await page.goto('/sell')
  await expect(page.getByText('Failed to load your items.')).toBeVisible()
  complaints.length = 0 // the browser itself reports each failed call
  await page.unroute('**/api/me/items?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titles(page)).toHaveCount(3)
  complaints.length = 0
})

test(
  'an item tells its figures by day, and opens before it is on sale',
  phoneToo,
  async ({ page, complaints }, { project }) => {
    const isPhone = project.name === 'phone'
    await sellerWithDrafts(page)
    await page.goto('/')
    if (isPhone) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sell Beats' }).click()
    } else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sell Beats' }).click()
    await page.getByRole('button', { name: 'More for Bravo Court' }).click()
    await page.getByRole('menuitem', { name: 'Figures by day' }).click()
    const dialog = page.getByRole('dialog', { name: 'Figures of the beat' })
    await expect(dialog.getByRole('group', { name: /^Last 30 days: 0 plays, 0 likes, 0 sales/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    if (!isPhone) {
      const earnings = page.getByRole('columnheader', { name: 'Earnings' })
      const before = await earnings.boundingBox()
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      expect(await earnings.boundingBox(), 'nothing moves').toEqual(before)
      await page.getByRole('link', { name: 'Open Bravo Court' }).click()
    } else {
      await page.getByRole('button', { name: 'More for Bravo Court' }).click()
      await page.getByRole('menuitem', { name: 'Open' }).click()
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Bravo Court' })).toBeVisible()
    expectRefusal(complaints, 404) // nobody else gets this page
  },
)

test('a seller gives the name on licenses once', async ({ page, complaints }) => {
  await sellerWithDrafts(page)
  await page.goto('/sell')
  const form = page.getByRole('form', { name: 'Legal name' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Your legal name')).toHaveAccessibleDescription(/Enter your full name/)
  expectRefusal(complaints, 400)
  await expectAccessible(page)
  await form.getByLabel('Your legal name').fill('Ana Lima')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your licenses carry this name from now on.')).toBeVisible()
  await expect(form).toHaveCount(0)
})
