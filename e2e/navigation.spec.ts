import { chip } from './lists.ts'
import { bar, collectSounds, playFirst } from './sound.ts'
import { expect, test } from './test.ts'

const scrolled = 'scrollY'

test('a new page begins at its top, a filter leaves the window alone, Back and reload return to the place', async ({
  page,
}) => {
  await page.goto('/browse')
  await page.evaluate('scrollTo(0, 700)')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  expect(await page.evaluate(scrolled)).toBe(0)
  await page.evaluate('scrollTo(0, 400)')
  await page.goBack()
  await expect(page).toHaveURL('/browse')
  // a press on the link at the foot has scrolled to it
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(600)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect.poll(() => page.evaluate(scrolled)).toBe(400)
  await page.reload()
  await expect.poll(() => page.evaluate(scrolled)).toBe(400)
})

test('a filter leaves the window where it is', async ({ page }) => {
  await page.goto('/search')
  await page.evaluate('scrollTo(0, 40)')
  await chip(page, 'Kinds', 'Kits').press('Enter')
  await expect(page).toHaveURL('/search?k=KIT')
  expect(await page.evaluate(scrolled)).toBe(40)
})

test('the last of two presses opens its page, even if the first is answered later', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/styles/uk-drill', async (route) => {
    asked.resolve()
    await answer.promise
    await route.fallback()
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Open UK Drill' }).click()
  await asked.promise
  await expect(page).toHaveURL('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  const answered = page.waitForResponse('**/api/styles/uk-drill')
  answer.resolve()
  await (await answered).finished()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Back with unsent text asks; staying keeps the address, leaving goes back', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  const message = page.getByLabel('Message')
  await message.fill('Half a sentence')
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(message).toHaveValue('Half a sentence')
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle('About | Slide')
  await page.goForward()
  await expect(page).toHaveURL('/contact')
})

test('Back over several entries asks too, even after two presses on a link within a page', async ({ page }) => {
  await page.goto('/charts')
  const within = page.getByRole('link', { name: 'How the charts are made' })
  await within.click()
  await within.click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  const message = page.getByLabel('Message')
  await message.fill('Half a sentence')
  await page.evaluate('history.go(-2)')
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(message).toHaveValue('Half a sentence')
})

test('a second press on a link or a tab makes no second entry in the history', async ({ page }) => {
  await page.goto('/charts')
  const trending = page.getByRole('tab', { name: 'Trending' })
  await trending.click()
  await expect(page).toHaveURL('/charts?tab=trending')
  const entries = await page.evaluate(() => history.length)
  await trending.press('Enter')
  await page.getByRole('banner').getByRole('link', { name: 'Browse' }).click()
  await expect(page).toHaveURL('/browse')
  await page.getByRole('banner').getByRole('link', { name: 'Browse' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/charts?tab=trending')
  await page.goBack()
  await expect(page).toHaveURL('/charts')
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
})

test('a place on the same page has an entry of its own in the history', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate('location.hash = "main"')
  await expect(page).toHaveURL('/terms#main')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
})

test('an address in another letter case, or with more slashes, opens its page', async ({ page, baseURL }) => {
  await page.goto('/About/')
  await expect(page).toHaveTitle('About | Slide')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Terms | Slide')
  await page.goto(`${baseURL}//about`)
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle('About | Slide')
})

test('Back over a sheet of the player asks about unsent text, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await collectSounds(page)
  const [title] = await playFirst(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByLabel('Message').fill('Half a sentence')
  await bar(page)
    .getByRole('button', { name: `Open the player: ${title}` })
    .click()
  await expect(page.getByRole('dialog', { name: 'Now playing' })).toBeVisible()
  await page.evaluate('history.go(-2)')
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByLabel('Message')).toHaveValue('Half a sentence')
})
