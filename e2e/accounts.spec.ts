import { hold } from './hold.ts'
import { expect, expectAccessible, expectRefusal, keepSession, somebody, test, phoneToo } from './test.ts'

test('sign up, look at what is kept, sign out, sign in again', phoneToo, async ({ page }) => {
  const person = somebody()
  await page.goto('/register?ref=abc123')
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Display name').fill(person.displayName)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByLabel('Confirm password').fill(person.password)
  await form.getByLabel(/I agree/).check()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('referral_code'))).toBe('abc123')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account created!')).toBeVisible()
  await expect(page).toHaveURL('/profile/me')
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null') as Record<string, unknown>)
  expect(auth).toMatchObject({
    displayName: person.displayName,
    role: 'ROLE_USER',
    oauthUser: false,
    userId: expect.any(Number),
  })
  expect(Object.keys(auth)).toEqual(expect.arrayContaining(['token', 'refreshToken', 'avatarUrl']))

  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()

  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(person.email.toUpperCase())
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Signed in')).toBeVisible()
  await expect(page).toHaveURL('/profile/me')
})

test('every error stands at its field, and the first one gets the focus', async ({ page }) => {
  await page.goto('/register')
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByRole('button', { name: 'Create account' }).click()
  for (const text of [
    'Email is required.',
    'Display name is required.',
    'Use at least 8 characters.',
    'You must accept the Terms.',
  ])
    await expect(form.getByText(text)).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Password', { exact: true }).fill('Lit windows 9!')
  await expect(form.getByText('Strong')).toBeVisible()
  await form.getByLabel('Confirm password').fill('something else')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByText('Passwords don’t match.')).toBeVisible()
  await expectAccessible(page)
})

test('an error from the server shows in a toast and at its field', async ({ page, complaints }) => {
  await page.goto('/register')
  const form = page.getByRole('form', { name: 'Sign up' })
  const person = somebody()
  await form.getByLabel('Email').fill('Buyer@Slide.test')
  await form.getByLabel('Display name').fill(person.displayName)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByLabel('Confirm password').fill(person.password)
  await form.getByLabel(/I agree/).check()
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('There is an account with this email already. Sign in instead.')).toHaveCount(2)
  expectRefusal(complaints, 409)
})

test('a wrong password shows an error; Escape closes the dialog and returns the focus', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('buyer@slide.test')
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Wrong email or password.')
  expect(await page.getByText('Wrong email or password.').count(), 'said once, and no toast that passes').toBe(1)
  await expect(dialog.getByRole('alert')).toBeFocused()
  expectRefusal(complaints, 401)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a page for members opens the sign-in and then shows itself', async ({ page }) => {
  await page.goto('/sell')
  await expect(page.getByText('Please log in to access this feature')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('producer@slide.test')
  await dialog.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sell Beats' })).toBeVisible()
  await expect(page).toHaveURL('/sell')
})

test('a closed sign-in dialog leads nowhere, and a sign-in in another tab closes one', async ({ page, context }) => {
  await page.goto('/sell')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const there = other.getByRole('dialog', { name: 'Sign in' })
  await there.getByLabel('Email').fill('producer@slide.test')
  await there.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  const login = await hold(other, '**/api/auth/login')
  await other.keyboard.press('Enter')
  await other.keyboard.press('Escape')
  await expect(there).toBeHidden()
  login()
  await expect(other.getByText('Signed in', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sell Beats' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(other).toHaveURL('/about')
})

test('a guest who signs up at a gate comes back to it', async ({ page }) => {
  for (const way of ['the dialog', '/login']) {
    if (way === '/login') await page.goto('/login?next=/library%3Ftab%3Dkit')
    else await page.goto('/library?tab=kit')
    const signUp = page.getByRole('link', { name: 'Sign up' })
    // the server does not read where one comes from, so the link knows it once the page is alive
    await expect(signUp).toHaveAttribute('href', '/register?next=%2Flibrary%3Ftab%3Dkit')
    await signUp.click()
    await expect(page).toHaveURL('/register?next=%2Flibrary%3Ftab%3Dkit')
    const form = page.getByRole('form', { name: 'Sign up' })
    const person = somebody()
    await form.getByLabel('Email').fill(person.email)
    await form.getByLabel('Display name').fill(person.displayName)
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByLabel('Confirm password').fill(person.password)
    await form.getByLabel(/I agree/).check()
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/library?tab=kit')
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
})

test.describe('refused calls', () => {
  test.use({ harmless: [/status of 401/] })

  test('a session that the server has ended says so', async ({ page }) => {
    await keepSession(page, 'buyer@slide.test')
    await page.goto('/robots.txt') // no code of a page changes what is kept
    const kept = await page.evaluate(() => localStorage.getItem('auth')!)
    const auth = JSON.parse(kept) as { refreshToken: string }
    await page.request.post('/api/auth/logout', { data: { refreshToken: auth.refreshToken } })
    const old = JSON.stringify({ ...auth, tokenEnds: 0 })
    await page.evaluate((auth) => localStorage.setItem('auth', auth), old)
    await page.goto('/library')
    await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
    await expect(page.getByText('Please log in to access this feature')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  })
})

test('without scripts forms say what they need', async ({ page }) => {
  for (const path of ['/login', '/register', '/contact', '/forgot-password', '/track/stairwell-sermon'])
    // the browser of the tests shows no <noscript>, even where it runs no scripts
    expect(await (await page.request.get(path)).text(), path).toMatch(/<noscript><p[^>]*>This form needs JavaScript\./)
})

test('a return address on another site is ignored, and a signed-in visitor is sent on at once', async ({ page }) => {
  await page.goto('/login?next=//evil.test')
  await expect(page).toHaveTitle('Sign in | Slide')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill('free@slide.test')
  await form.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/profile/me')
  for (const [from, to] of [
    ['/login', '/profile/me'],
    ['/login?next=/library', '/library'],
    ['/login?next=//evil.test', '/profile/me'],
    ['/register', '/profile/me'],
    ['/signup', '/profile/me'],
  ] as const) {
    await page.goto(from)
    await expect(page).toHaveURL(to)
  }
})

test('a refused token is renewed once for all calls of two tabs', async ({ page, context, harmless }) => {
  harmless.push(/status of (401|409)/) // of each call with the old token, and of the tab that asked second
  await keepSession(page, 'growth@slide.test')
  await page.goto('/robots.txt') // no code of a page changes what is kept
  await page.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    localStorage.setItem('auth', JSON.stringify({ ...auth, token: `${auth.token}x` }))
  })
  let renewed = 0
  context.on('response', (reply) => {
    if (reply.url().endsWith('/refresh-token') && reply.ok()) renewed++
  })
  const other = await context.newPage()
  await Promise.all([page.goto('/admin'), other.goto('/admin')])
  for (const tab of [page, other]) await expect(tab).toHaveURL('/login?next=%2Fadmin') // signed in, but no admin
  expect(
    await page.evaluate(
      () => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { displayName: string }).displayName,
    ),
  ).toBeTruthy()
  expect(renewed).toBe(1)
})

test('after signing in as somebody else no answer of the first person is left', async ({ page, context }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/admin')
  await expect(page).toHaveURL('/login?next=%2Fadmin')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill('admin@slide.test')
  await form.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Review Submissions' })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login?next=%2Fadmin')
  await expect(page.getByRole('heading', { name: 'Review Submissions' })).toHaveCount(0)
})

test('the account menu shows the referral link', phoneToo, async ({ page, context, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await keepSession(page, 'producer@slide.test')
  await page.goto('/about')
  const open = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Referral' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Referral' })
  await expect(dialog.getByText('Referral credits')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy referral link' }).click()
  await expect(page.getByText('Referral link copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.+\/register\?ref=.+/)
  await page.reload()
  await page.route('**/api/me/referral', (route) => route.fulfill({ status: 500, json: {} }))
  await open()
  await expect(dialog.getByText('Failed to load referral info')).toBeVisible()
  for (let tries = 0; tries < 2; tries++) expectRefusal(complaints, 500)
})

test('Back from a page that asks for sign-in closes the dialog', async ({ page }) => {
  await page.goto('/kit/hats-in-sixes')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/kit/hats-in-sixes')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the fields below a new password keep their places while it is typed', async ({ page }) => {
  await page.goto('/register')
  const place = () => page.getByLabel('Confirm password').boundingBox()
  const before = await place()
  await page.getByLabel('Password', { exact: true }).fill('windows lit at night')
  await expect(page.getByText('Weak')).toBeVisible()
  expect(await place()).toEqual(before)
})
