import { bar, collectSounds, playFirst } from './sound.ts'
import { expect, keepSession, test, phoneToo } from './test.ts'

test('a page change is said, and reading goes on at its heading; filters change no page', async ({ page }) => {
  await page.goto('/browse')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeFocused()
  await expect(page.locator('[aria-live]', { hasText: 'Charts | Slide' })).toHaveText('Charts | Slide')
  const kits = page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: 'Kits' })
  await kits.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/charts?type=kits')
  await expect(kits).toBeFocused()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Browse' })).toBeFocused()
})

test('the focus comes to a heading that is there only once the page has loaded its data', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/charts')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Chat with/ })).toBeFocused()
})

test('a second skip link leads to the player, and the track that plays is said', async ({ page }) => {
  await collectSounds(page)
  const [title] = await playFirst(page)
  await expect(page.locator('[aria-live]', { hasText: 'Now playing' })).toHaveText(
    new RegExp(`^Now playing: ${title} by .`),
  )
  await page.evaluate(() => {
    const start = document.querySelector('a')!
    start.focus()
  })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the player' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toBeFocused()
  await expect(page).toHaveURL('/') // a hash would be an entry in the history that the router doesn't know
})

test('what has the focus is never behind the bars', phoneToo, async ({ page }) => {
  await collectSounds(page)
  await playFirst(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await page.goBack()
  await expect(page).toHaveURL('/')
  const main = page.getByRole('main')
  // the address changes before the page, whose heading is named so that the one of the Terms does not count
  await expect(main.getByRole('heading', { level: 1, name: 'drill marketplace' })).toBeFocused()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key)
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement!
        if (!focused.closest('main')) return null
        const { top, bottom } = focused.getBoundingClientRect()
        const header = document.querySelector('header')!.getBoundingClientRect().bottom
        const player = document.querySelector('#player')!.getBoundingClientRect().top
        return top < header || bottom > player ? `${focused.outerHTML.slice(0, 200)} at ${top} to ${bottom}` : null
      })
      expect(hidden, 'between header and player').toBeNull()
    }
})

test('the focus stays where an item was put into the cart, and Tab leads to the toast and back', async ({ page }) => {
  await page.goto('/track/stairwell-sermon')
  const licensing = page.getByRole('region', { name: 'Licensing' })
  const add = licensing.getByRole('button', { name: 'Add to cart' })
  const inCart = licensing.getByRole('link', { name: 'In your cart: view it' })
  await add.press('Enter')
  await expect(inCart).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'View cart', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(inCart).toBeFocused()
  await licensing.getByRole('radio', { name: /WAV Lease/ }).check({ force: true })
  await add.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(inCart).toBeFocused()
})
