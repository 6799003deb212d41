import type { Page, Request } from '@playwright/test'
import { narrow } from './lists.ts'
import { bar, collectSounds, playing, shelf, soundTime, visible } from './sound.ts'
import { expect, keepSession, somebody, test, untilAlive } from './test.ts'

const BEAT = 'Stairwell Sermon'
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'That did not work.' })

/** Code is fetched ahead while the page is idle, so a page that is never idle has fetched none of it. */
const neverIdle = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))

/**
 * Presses while the line is dead, then again with the line back. Meanwhile nothing may be asked for as a script: some
 * browsers never repeat a script module that failed, but all repeat a fetch.
 */
async function pressTwice(page: Page, complaints: string[], press: () => Promise<void>) {
  const failed: string[] = []
  const note = (request: Request) => failed.push(request.resourceType())
  page.on('requestfailed', note)
  await page.context().setOffline(true)
  await press()
  await expect(notice(page)).toBeVisible()
  await expect.poll(() => failed).toContain('fetch') // the notice may be that of an earlier press
  expect(failed).not.toContain('script')
  page.off('requestfailed', note)
  await page.context().setOffline(false)
  await press()
  complaints.length = 0 // the browser itself reports the dead line
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const close = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: 'Close' }).click()

test('after a dead line the next press opens license chooser, menu and filters', async ({ page, complaints }) => {
  await neverIdle(page)
  await page.goto('/browse')
  const card = page.getByRole('article').filter({ hasText: BEAT }).first()
  await pressTwice(page, complaints, () => card.getByRole('link', { name: /^Buy/ }).click())
  await expect(dialog(page, 'Choose License')).toBeVisible()
  await close(page, 'Choose License')

  const menu = card.getByRole('button', { name: /^More about/ })
  await pressTwice(page, complaints, () => menu.click())
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize(narrow)
  const filters = page.getByRole('button', { name: /^Filters/ })
  await pressTwice(page, complaints, () => filters.click())
  await expect(dialog(page, 'Filters')).toBeVisible()
})

test('after a dead line the next press opens sign-in and the search', async ({ page, complaints }) => {
  await neverIdle(page)
  await page.goto('/charts')
  await pressTwice(page, complaints, () => page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click())
  await expect(dialog(page, 'Sign in')).toBeVisible()
  await close(page, 'Sign in')
  await page.goto('/charts')
  await page.setViewportSize(narrow)
  const search = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })
  await pressTwice(page, complaints, () => search.click())
  await expect(dialog(page, 'Search')).toBeVisible()
})

test('after a dead line the next press puts an item into the cart from its page', async ({ page, complaints }) => {
  await neverIdle(page)
  await page.goto('/track/stairwell-sermon')
  const main = page.getByRole('main')
  await pressTwice(page, complaints, () => main.getByRole('button', { name: 'Add to cart' }).click())
  await expect(main.getByRole('link', { name: 'In your cart: view it' })).toBeFocused()
})

test('after a dead line the next press likes', async ({ page, complaints }) => {
  const person = somebody()
  expect((await page.request.post('/api/auth/register', { data: person })).ok()).toBe(true)
  await keepSession(page, person.email, person.password)
  await neverIdle(page)
  // hearts load this code as soon as they are shown, so it must fail from here on
  await page.route('**/assets/like-*.js', (route) => route.abort())
  await page.goto('/track/stairwell-sermon')
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: `Like ${BEAT}` })
    .first()
  await heart.click()
  await expect(notice(page)).toBeVisible()
  await page.unrouteAll()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  complaints.length = 0
})

test('after a dead line the next press plays, and opens the queue', async ({ page, complaints }) => {
  await neverIdle(page)
  await collectSounds(page)
  await page.goto('/')
  const play = shelf(page)
    .getByRole('button', { name: /^Play / })
    .first()
  const title = (await play.getAttribute('aria-label'))!.replace('Play ', '')
  await pressTwice(page, complaints, () => play.click())
  await expect(playing(page, title)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  const more = visible(bar(page).getByRole('button', { name: /^(Queue|Open the player)/ }))
  await pressTwice(page, complaints, () => more.click())
  const queue = page.getByRole('complementary', { name: 'Listening' })
  await expect(queue.or(dialog(page, 'Now playing'))).toBeVisible()
})

test.describe('a visitor who saves no data', () => {
  test.use({ savesData: false })

  test('code that was fetched ahead needs no line', async ({ page, complaints }) => {
    const fetched = new Set<string>()
    page.on('requestfinished', (request) => fetched.add(/assets\/(.*)-.{7}\.js/.exec(request.url())?.[1] ?? ''))
    await page.goto('/browse')
    for (const name of ['item-menu-open', 'sign-in-dialog-view', 'filter-sheet'])
      await expect.poll(() => fetched).toContain(name)
    await page.context().setOffline(true)
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await expect(dialog(page, 'Sign in')).toBeVisible()
    complaints.length = 0
  })
})

test('nothing is fetched ahead for a visitor who saves data', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/browse')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((url) => /item-menu-open|sign-in-dialog-view|filter-sheet/.test(url))).toEqual([])
})

test('after a new release a press offers to reload, and the address with its filters stays', async ({
  page,
  complaints,
}) => {
  await neverIdle(page)
  await page.goto('/browse?mood=dark')
  await page.route('**/assets/item-menu-open-*.js', (route) => route.fulfill({ status: 404 }))
  const menu = page.getByRole('button', { name: /^More about/ }).first()
  await menu.click()
  const offer = page.getByRole('alert').filter({ hasText: 'Slide has been updated. Reload the page to go on.' })
  await expect(offer).toBeVisible()
  await page.unrouteAll()
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect(offer).toHaveCount(0)
  await untilAlive(page)
  await expect(page).toHaveURL('/browse?mood=dark')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  complaints.length = 0
})

test('without a line a list or a page says that it failed, and loads when the line is back', async ({
  page,
  complaints,
}) => {
  await page.goto('/browse')
  await page.getByRole('button', { name: 'Kits', exact: true }).focus()
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to load items.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Failed to load items.')).toBeHidden()

  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.')
  await page.context().setOffline(false)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText('That did not work')
  complaints.length = 0 // the browser itself reports the dead line
})

test('a page says what the shop answered, and blames the line only where no answer came', async ({
  page,
  complaints,
}) => {
  const advice = 'Slide is catching its breath. Try again in a few seconds.'
  const json = { error: 'unavailable', message: advice, requestId: 'x' }
  const away = /\/api\/(items\/by-slug|users)\//
  const main = page.getByRole('main')
  const links = [
    page.getByRole('article').filter({ hasText: BEAT }).getByRole('heading').getByRole('link'),
    page.getByRole('article').filter({ hasText: BEAT }).getByRole('link', { name: 'ColdHarbour' }),
  ]
  for (const link of links) {
    await page.route(away, (route) => route.fulfill({ status: 503, json }))
    await page.goto('/browse')
    await link.click()
    await expect(main.getByText(advice)).toBeVisible()
    await expect(main.getByText('Check your connection')).toBeHidden()
    await page.unroute(away)
    await page.route(away, (route) => route.abort())
    await page.goto('/browse')
    await link.click()
    await expect(main.getByText('Check your connection and try again.')).toBeVisible()
    await page.unroute(away)
  }
  complaints.length = 0 // the browser itself reports both
})
