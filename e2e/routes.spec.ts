import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './test.ts'

const open = [
  '/',
  '/track/stairwell-sermon',
  '/pack/slide-theory',
  '/kit/hats-in-sixes',
  '/browse',
  '/charts',
  '/styles/uk-drill',
  '/search?q=night',
  '/producers',
  '/about',
  '/terms',
  '/privacy',
  '/contact',
  '/register',
  '/signup',
  '/login',
]
const later = ['/track/a/embed', '/profile/7']
const signedIn = [
  '/profile/me',
  '/sell',
  '/kits',
  '/upload',
  '/account',
  '/account?tab=plans',
  '/checkout',
  '/payment/confirm',
  '/order/complete',
  '/promos',
  '/library',
  '/notifications',
  '/chat/2',
]

for (const path of [...open, ...later])
  test(`${path} is accessible and fits the screen`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

test('pages that are not open yet say so, and are kept from search engines', async ({ page }) => {
  for (const path of later) {
    await page.goto(path)
    await expect(page.getByText('This page is not open yet.')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
})

test('what needs an account opens the sign-in for guests', async ({ page }) => {
  for (const path of signedIn) {
    await page.goto(path)
    await expect(page.getByText('Please log in to access this feature')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('signed in, they are open and accessible', async ({ page }) => {
  await signIn(page, 'buyer@slide.test')
  for (const path of signedIn) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('unknown paths lead home, old ones to their new places', async ({ page }) => {
  for (const path of [
    '/nowhere',
    '/track',
    '/a/b/c',
    '/%00',
    '/..%2f',
    '/styles',
    '/styles/moon-drill',
    `/styles/${'x'.repeat(200)}`,
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await page.goto('/google-callback')
  await expect(page).toHaveURL('/signup')
  await page.goto('/profile')
  await expect(page).toHaveURL('/profile/me')
})

test('the keyboard reaches the content at once, and every link of the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('titles follow the navigation', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Terms | Slide')
  await page.getByRole('link', { name: 'Slide, home' }).click()
  await expect(page).toHaveTitle('Slide | The #1 Drill Marketplace')
})
