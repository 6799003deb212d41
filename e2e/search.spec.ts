import { cards, chip, count, narrow } from './lists.ts'
import { expect, test, untilAlive, once } from './test.ts'

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
  await chip(page, 'Kinds', 'Beats').click()
  await expect(page).toHaveURL('/search?q=flatbsh+frst&k=PACK%2CKIT')
  await expect(page.getByText('Flatbush Frost')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/search?k=PACK%2CKIT')
  await expect(box).toBeFocused()
})

test('an outdated search request is cancelled', once, async ({ page }) => {
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

test('a search without results says so', once, async ({ page }) => {
  await page.goto('/search?q=zzzzqqqqxxxx')
  await expect(page.getByText('No results. Try different keywords or filters.')).toBeVisible()
  await expect(count(page)).toHaveText('0 results')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.goto('/producers?q=zzzzqqqqxxxx')
  await expect(count(page)).toHaveText('0 users')
})

test('search on a phone: Escape closes the suggestions first, then the dialog', async ({ page }) => {
  await page.setViewportSize(narrow)
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
