import type { Locator, Page } from '@playwright/test'
import { shownCode } from '#test/authenticator.ts'
import { googlePerson, type GooglePerson } from '#test/google.ts'
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

// A shop with sign-in with Google, which a certified provider plays.
test.use({ baseURL: process.env.REAL_URL ?? '' })

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const googleButton = (page: Page | Locator) => page.getByRole('button', { name: /^(Sign in|Continue) with Google$/ })
const google = (page: Page) => page.getByRole('region', { name: 'Google' })

/** Google's page. It forgets who came: otherwise it would not ask at the next time. */
async function choose(page: Page, person: GooglePerson) {
  await expect(page).toHaveTitle('Google')
  await page.getByLabel('Subject').fill(person.subject)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Confirmed').setChecked(person.verified)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).not.toHaveTitle('Google')
  await page.context().clearCookies({ name: /^_session/ })
}
async function comeByGoogle(page: Page, person: GooglePerson, from = '/login') {
  await page.goto(from)
  await googleButton(page).click()
  await choose(page, person)
}
async function signOut(page: Page) {
  await page.evaluate(() => localStorage.removeItem('auth'))
}
/** A newcomer by Google, on their profile. */
async function newcomer(page: Page) {
  const person = googlePerson()
  await comeByGoogle(page, person, '/register')
  await page.getByLabel('Display name').fill(`n-${person.subject}`.slice(0, 30))
  await page.getByLabel('I agree to the Terms').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/profile/me')
  return person
}
/** Somebody with a password. */
async function member(page: Page) {
  const person = { ...somebody(), email: googlePerson().email }
  await page.request.post('/api/auth/register', { data: person })
  return person
}

test('a newcomer chooses a name, and signs in with Google from then on', phoneToo, async ({ page, complaints }) => {
  const person = googlePerson()
  await page.goto('/register?ref=a-friend')
  await expectAccessible(page)
  await googleButton(page).click()
  await choose(page, person)
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeFocused()
  await expect(page).toHaveURL('/google-callback')
  expectRefusal(complaints, 409)
  await expect(page.getByText(`Google says that you are ${person.email}.`)).toBeVisible()
  await expect(page.getByLabel('Display name')).toHaveValue(person.name.replace(' ', '_').slice(0, 30))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Create account' }).click()
  await said(page, 'You must accept the Terms.')
  await expect(page.getByLabel('I agree to the Terms')).toBeFocused()
  await page.getByLabel('Display name').fill('slide')
  await page.getByLabel('I agree to the Terms').check()
  await page.keyboard.press('Enter')
  await said(page, 'That name is reserved. Choose another.')
  expectRefusal(complaints, 400)
  await page.getByLabel('Display name').fill(`n-${person.subject}`.slice(0, 30))
  await page.keyboard.press('Enter')
  await said(page, 'Account created!')
  await expect(page).toHaveURL('/profile/me')
  expect(await page.evaluate(() => localStorage.getItem('referral_code'))).toBeNull()

  await signOut(page)
  await comeByGoogle(page, person, '/login?next=%2Fcharts')
  await expect(page).toHaveURL('/charts')
  await page.goto('/account')
  await expect(page.getByRole('tab', { name: 'Username' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^(Email|Password)$/ })).toHaveCount(0)
  await page.goto('/account?tab=safety')
  await expect(google(page)).toContainText(person.email)
  await expect(google(page)).toContainText('Set a password before you unlink it.')
  await expect(google(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a person without a password signs in with Google again before an export', async ({ page, complaints }) => {
  const person = await newcomer(page)
  expectRefusal(complaints, 409)
  await page.goto('/account?tab=data')
  await page.getByRole('button', { name: 'Ask for my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for your data' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign in with Google again' }).click()
  await choose(page, person)
  await expect(page).toHaveURL('/account?tab=data')
  await page.getByRole('button', { name: 'Ask for my data' }).click()
  await expect(dialog).toContainText('You have just signed in with Google, so nothing else is asked for.')
  await expect(dialog.getByLabel('Your password')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Make my export' }).click()
  await said(page, 'Your export is being made.')
})

test('an account with the same address is linked after its owner has signed in', async ({ page, complaints }) => {
  const owner = await member(page)
  const person = googlePerson({ email: owner.email })
  await comeByGoogle(page, person)
  await expect(page.getByRole('heading', { name: 'Link Google' })).toBeFocused()
  expectRefusal(complaints, 409)
  await expect(page.getByText(`An account here has the address ${owner.email}.`)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const form = page.getByRole('form', { name: 'Sign in' })
  await expect(form.getByLabel('Email')).toHaveValue(owner.email)
  await form.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.keyboard.press('Enter')
  await said(page, 'Wrong email or password.')
  expectRefusal(complaints, 401)
  await form.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await said(page, 'Google is linked.')
  await expect(page).toHaveURL('/profile/me')

  await signOut(page)
  await comeByGoogle(page, person)
  await expect(page).toHaveURL('/profile/me')
  await page.goto('/account?tab=safety')
  await google(page).getByRole('button', { name: 'Unlink' }).click()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await said(page, 'Google is unlinked.')
  await expect(google(page).getByRole('button', { name: 'Link Google' })).toBeVisible()
})

test('the Safety tab links Google with the password', async ({ page }) => {
  const owner = await member(page)
  const person = googlePerson({ email: owner.email })
  await keepSession(page, owner.email, owner.password)
  await page.goto('/account?tab=safety')
  await google(page).getByRole('button', { name: 'Link Google' }).click()
  await choose(page, person)
  const dialog = page.getByRole('dialog', { name: 'Link Google' })
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await said(page, 'Google is linked.')
  await expect(page).toHaveURL('/account?tab=safety')
  await expect(google(page)).toContainText(person.email)
  await expectNoSidewaysScroll(page)
})

test('the dialog signs in with Google, and leads to the page that was asked for', async ({ page, complaints }) => {
  const person = await newcomer(page)
  expectRefusal(complaints, 409)
  await signOut(page)
  await page.goto('/register?next=%2Fcharts')
  await page.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: 'Sign in', exact: true }).click()
  await googleButton(page.getByRole('dialog', { name: 'Sign in' })).click()
  await choose(page, person)
  await expect(page).toHaveURL('/charts')
})

test('an unconfirmed address, a forged state and a foreign code end at the registration', async ({
  page,
  complaints,
}) => {
  await comeByGoogle(page, googlePerson({ verified: false }))
  await expect(page).toHaveURL('/signup')
  expectRefusal(complaints, 400)
  await expect(page.getByRole('status').filter({ hasText: /./ }), 'no message').toHaveCount(0)

  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const lured = () => calls.filter((path) => path === '/api/auth/google/callback')
  await page.goto('/google-callback?code=of-a-thief&state=forged')
  await expect(page).toHaveURL('/signup')
  await page.goto('/login')
  await googleButton(page).click()
  await expect(page).toHaveTitle('Google')
  await page.goto('/google-callback?code=of-a-thief&state=forged')
  await expect(page).toHaveURL('/signup')
  expect(lured(), 'a code that this visitor did not ask for').toEqual([])

  await page.goto('/login')
  const leaving = page.waitForRequest((request) => request.url().includes('code_challenge='))
  await googleButton(page).click()
  const asked = new URL((await leaving).url()).searchParams
  expect(asked.get('scope')).toBe('openid email profile')
  expect(asked.get('code_challenge_method')).toBe('S256')
  await expect(page).toHaveTitle('Google')
  await page.goto(`/google-callback?error=access_denied&state=${asked.get('state')}`)
  await expect(page).toHaveURL('/signup')
  expect(lured(), 'the visitor said no').toEqual([])
})

test('a shop that Google does not answer says so', async ({ page, complaints }) => {
  await page.route('**/api/auth/google', (route) =>
    route.fulfill({ status: 503, json: { error: 'google_unavailable', message: 'Google can’t be reached.' } }),
  )
  await page.goto('/login')
  await googleButton(page).click()
  await said(page, 'Google can’t be reached.')
  expectRefusal(complaints, 503)
})

test('two-step sign-in is asked for after Google', async ({ page, complaints }) => {
  const owner = await member(page)
  const person = googlePerson({ email: owner.email })
  const post = async <T>(path: string, data: object, headers = {}) =>
    (await (await page.request.post(path, { data, headers })).json()) as T
  const { accessToken } = await post<{ accessToken: string }>('/api/auth/login', owner)
  const headers = { authorization: `Bearer ${accessToken}` }
  const { secret } = await post<{ secret: string }>('/api/me/two-step/begin', { password: owner.password }, headers)
  const confirmation = { code: shownCode(secret) }
  const { codes } = await post<{ codes: string[] }>('/api/me/two-step/confirm', confirmation, headers)

  const typeCode = async (code: string) => {
    await page.getByLabel('Code from your authenticator app').fill(code)
    await page.keyboard.press('Enter')
  }
  await comeByGoogle(page, person)
  await expect(page.getByRole('heading', { name: 'Link Google' })).toBeFocused()
  expectRefusal(complaints, 409)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await typeCode(codes[0]!)
  await said(page, 'Google is linked.')
  expectRefusal(complaints, 401)
  await signOut(page)
  await comeByGoogle(page, person)
  await typeCode(codes[1]!)
  await expect(page).toHaveURL('/profile/me')
  expectRefusal(complaints, 401)
})

test.describe('a shop without Google', () => {
  test.use({ baseURL: process.env.E2E_URL ?? '' })
  test('shows no button', async ({ page }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(googleButton(page)).toBeHidden()
      await expect(page.getByText(/Google/).filter({ visible: true })).toHaveCount(0)
    }
  })
})

test.describe('at an address with a name', () => {
  test.use({ baseURL: (process.env.REAL_URL ?? '').replace('127.0.0.1', 'localhost') })
  test('a person without a password adds a passkey by signing in with Google again', async ({ page, complaints }) => {
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const
    const agrees = { isUserVerified: true, automaticPresenceSimulation: true }
    await devices.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...agrees } })
    const person = await newcomer(page)
    expectRefusal(complaints, 409)
    await page.goto('/account?tab=safety')
    const add = page.getByRole('button', { name: 'Add a passkey' })
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await add.click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Sign in with Google again' }).click()
    await choose(page, person)
    await add.click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await said(page, 'Passkey added.')
    await signOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL('/profile/me')
  })
})
