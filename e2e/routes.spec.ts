import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  test,
  phoneOnly,
  phoneToo,
} from './test.ts'

const open = {
  'the shop': [
    '/',
    '/track/stairwell-sermon',
    '/pack/slide-theory',
    '/kit/hats-in-sixes',
    '/browse',
    '/charts',
    '/styles/uk-drill',
    '/search?q=night',
    '/producers',
    '/profile/100',
    '/profile/100?tab=about',
    '/profile/100?tab=followers',
  ],
  texts: ['/about', '/terms', '/privacy', '/contact'],
  'the sign-up and mailed links': [
    '/register',
    '/signup',
    '/login',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/confirm-new-email',
    '/undo-email',
    '/unsubscribe',
  ],
}
const signedIn = [
  '/chat/2',
  '/profile/me',
  '/sell',
  '/kits',
  '/upload',
  '/account',
  '/account?tab=plans',
  '/account?tab=safety',
  '/checkout',
  '/payment/confirm',
  '/order/complete',
  '/promos',
  '/library',
  '/notifications',
  '/problems',
]

/** The paths of a group share a window, which loads the code once. */
for (const [group, paths] of Object.entries(open))
  test(`pages of ${group} are accessible and fit the screen`, phoneToo, async ({ page }) => {
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
  })

test('pages that need an account open the sign-in for guests', async ({ page }) => {
  for (const path of signedIn) {
    await page.goto(path)
    await expect(page.getByText('Please log in to access this feature')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('pages that need an account are open and accessible after signing in', phoneToo, async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  for (const path of signedIn) {
    await page.goto(path)
    if (path === '/upload')
      await page.getByRole('dialog', { name: 'Upload' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

/** The table of routes of the specification, and the other addresses that it names. */
const SPECIFIED = `
  / /styles/uk-drill /browse /charts /producers /sell /kits /about /register /account /profile /profile/100 /checkout
  /promos /track/stairwell-sermon /kit/hats-in-sixes /pack/slide-theory /search /chat/2 /order/complete /library
  /google-callback /notifications /payment/confirm /admin /login /signup /terms /privacy /contact /upload
  /track/stairwell-sermon/embed`

test('every address of the specification has a page of its own', async ({ request }) => {
  for (const path of SPECIFIED.trim().split(/\s+/)) {
    const reply = await request.get(path)
    expect(reply.status(), path).toBe(200)
    expect(new URL(reply.url()).pathname === '/', path).toBe(path === '/')
  }
})

test('unknown paths lead home, old paths to their new addresses', async ({ page, request }) => {
  for (const path of ['/nowhere', '/track', '/a/b/c', '/%00', '/..%2f', '/styles'])
    expect(new URL((await request.get(path)).url()).pathname, path).toBe('/')
  await page.goto('/%00')
  await expect(page).toHaveURL('/')
  await page.goto('/google-callback')
  await expect(page).toHaveURL('/signup')
  await page.goto('/profile')
  await expect(page).toHaveURL('/profile/me')
})

test('the keyboard reaches the content by the skip link, and every link of the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('on a phone a menu leads to the sections that have no room in the header', phoneOnly, async ({ page }) => {
  for (const [name, address] of [
    ['Users', '/producers'],
    ['Sell Beats', '/sell'],
    ['Sell Kits', '/kits'],
  ]) {
    await page.goto('/charts')
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('menuitem', { name: name! }).click()
    await expect(page).toHaveURL(address!)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await expectNoSidewaysScroll(page)
})

test('the document title follows the navigation', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Terms | Slide')
  await page.getByRole('link', { name: 'Slide, home' }).click()
  await expect(page).toHaveTitle('Slide | The #1 Drill Marketplace')
})

test('the navigation marks the page that is shown', phoneToo, async ({ page }) => {
  await page.goto('/charts')
  const sections = page.getByRole('navigation', { name: /^(Main|Sections)$/ })
  const current = sections.locator('[aria-current=page]')
  await expect(current).toHaveText('Charts')
  await sections.getByRole('link', { name: 'Browse' }).click()
  await expect(page).toHaveURL('/browse')
  await expect(current).toHaveText('Browse')
  await page.goto('/about/')
  await expect(sections.getByRole('link', { name: 'Home' }).and(current)).toHaveCount(0)
})

test('a style card opens its page without a load and passes the style on', async ({ page }) => {
  await page.goto('/')
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'Open NY Drill' }).click()
  await expect(page).toHaveURL('/styles/ny-drill')
  const passed = await page.evaluate(() => (history.state as { state: { style: { title: string } } }).state.style.title)
  expect(passed).toBe('NY Drill')
  expect(loads).toBe(0)
})

/** Files of scripts: chunks of a release, or sources in development. */
const code = (name: string) => new RegExp(`/(assets/${name}-[^/]*\\.js|web/[a-z]+/${name}\\.tsx?)`)

test('a screen whose code is gone is loaded anew, once', async ({ page, complaints }) => {
  await page.goto('/')
  await page.route(code('about'), (route) => route.fulfill({ status: 404 }), { times: 1 })
  const loaded = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await loaded
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('That did not work')
  // a second failure of the same chunk does not load the page again
  await page.getByRole('link', { name: 'Slide, home' }).click()
  await expect(page).toHaveURL('/')
  await page.evaluate(() => sessionStorage.setItem('slide.reloaded-for', `${location.origin}/contact`))
  await page.route(code('contact'), (route) => route.fulfill({ status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'That did not work' })).toBeVisible()
  complaints.length = 0 // the browser itself reports the missing chunks
})

test('a page that needs an account is loaded anew, too, if its code is gone', async ({ page, complaints }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.route(code('library-page'), (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.goto('/library', { waitUntil: 'commit' }) // the page may load itself anew before it has loaded
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  expectRefusal(complaints, 404)
  complaints.length = 0 // the page reports the missing chunk, too
})

test('a missing menu, dialog or like shows a message and keeps the page', async ({ page, complaints }) => {
  await page.clock.install()
  await page.goto('/charts')
  const row = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()
  for (const [name, press] of [
    ['buy', () => row.getByRole('link', { name: /^Buy/ }).click()],
    ['sign-in-dialog-view', () => page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()],
  ] as const) {
    await page.route(code(name), (route) => route.abort())
    await press()
    const toast = page.getByRole('alert').filter({ hasText: 'That did not work.' })
    await expect(toast).toHaveCount(1)
    await expect(row).toBeVisible()
    await page.clock.fastForward('01:00')
    await expect(toast).toHaveCount(0)
  }
  complaints.length = 0
})
