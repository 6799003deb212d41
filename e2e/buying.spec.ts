import type { Locator, Page } from '@playwright/test'
import { addLicense, buy, card, cartOf, chooser, declineSignIn, inCart } from './shelves.ts'
import { expect, expectAccessible, test, phoneToo } from './test.ts'

/** The search field; with script it becomes a combobox. */
const headerBox = (page: Page) => page.getByRole('banner').locator('input[name=q]')

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test(
  'by mouse: from a suggestion to a card, a license, the cart and the checkout',
  phoneToo,
  async ({ page, isMobile }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    if (isMobile) await header.getByRole('link', { name: 'Search' }).click()
    const form = page.getByRole('search', { name: 'Search Slide' }).filter({ visible: true })
    const box = form.getByLabel('Search', { exact: true })
    await box.click()
    await box.pressSequentially('stairw')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list.getByRole('group', { name: 'Items' }).getByRole('option').first()).toContainText(
      'Stairwell Sermon',
    )
    await expectAccessible(page)
    await list.getByRole('option', { name: 'Stairwell Sermon' }).click()
    await expect(page).toHaveURL('/track/stairwell-sermon')
    await expect(list).toBeHidden()

    await page.getByRole('link', { name: 'Slide, home' }).click()
    await addLicense(page, 'Beats', /MP3 Lease/)
    await expect(page.getByText('Added to cart')).toBeVisible()
    await expect(chooser(page)).toBeHidden()
    await buy(card(page, 'Kits')).click()
    await expect(page.getByText('Kit added to cart')).toBeVisible()
    await cartOf(page, '2 items').click()
    await expect(page).toHaveURL('/checkout')
    await declineSignIn(page)
    await expect(page.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toHaveCount(2)
  },
)

test('by keyboard alone: the same way, choosing the license with arrow keys', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, headerBox(page))
  const box = page.getByRole('combobox', { name: 'Search' }).filter({ visible: true })
  await expect(box).toBeFocused()
  await page.keyboard.type('stairwell')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('option').first()).toContainText('Stairwell Sermon')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Stairwell Sermon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/track/stairwell-sermon')
  await page.goBack()

  const price = buy(card(page, 'Beats'))
  await tabTo(page, price)
  await page.keyboard.press('Enter')
  await expect(chooser(page).getByRole('radio', { checked: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(chooser(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/WAV Lease/)
  await tabTo(page, chooser(page).getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')
  await expect(chooser(page)).toBeHidden()
  await expect(inCart(card(page, 'Beats'))).toBeFocused()
  await tabTo(page, cartOf(page, '1 item'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await declineSignIn(page)
  await expect(page.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toContainText('WAV Lease')
})

test('suggestions: arrows wrap around, Escape closes, Enter searches, each text is asked for once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/suggestions') && asked.push(request.url().split('q=')[1]!))
  await page.goto('/')
  const box = headerBox(page)
  await box.focus()
  await expect(box).toHaveRole('combobox')
  await page.keyboard.type('uk drill')
  const options = page.getByRole('option')
  await expect(page.getByRole('group', { name: 'Styles' })).toContainText('UK Drill')
  expect(asked.length).toBeLessThan('uk drill'.length)
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('uk drill')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=uk+drill')
  await expect(page.getByRole('listbox')).toHaveCount(0) // the page of results has options of its own
})

test('without script the header searches and prices lead to the item page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(buy(card(page, 'Beats'))).toHaveAttribute('href', '/track/stairwell-sermon')
  await page.setViewportSize({ width: 1200, height: 800 })
  await headerBox(page).fill('frost')
  await headerBox(page).press('Enter')
  await expect(page).toHaveURL('/search?q=frost')
  await context.close()
})
