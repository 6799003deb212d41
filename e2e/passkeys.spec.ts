import type { Page } from '@playwright/test'
import { openDatabase } from './earner.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, somebody, test } from './test.ts'

/** Passkeys belong to a name. The tests' server is at a number, which has one, too. */
const named = (baseURL: string | undefined) => String(baseURL).replace('127.0.0.1', 'localhost')
test.use({ baseURL: async ({ baseURL }, use) => use(named(baseURL)) })

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** A device whose person always agrees. */
async function plugIn(page: Page, transport: 'internal' | 'usb' = 'internal') {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devices, authenticatorId }
}

async function signUp(page: Page) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  return person
}

async function add(page: Page, password: string) {
  await page.goto('/account?tab=safety')
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await said(page, 'Passkey added.')
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
}

const signOut = (page: Page) => page.evaluate(() => localStorage.removeItem('auth'))

async function enterByPasskey(page: Page) {
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

test('a passkey is added and named, signs in, proves its owner, and is removed', async ({ page, complaints }) => {
  await plugIn(page)
  const { password } = await signUp(page)
  await page.goto('/account?tab=safety')
  await expect(panel(page)).toContainText('Sign in with your fingerprint, face or device code.')
  await expectAccessible(page)
  await add(page, password)
  await expect(panel(page)).toContainText('not used yet')

  await panel(page)
    .getByRole('button', { name: /^Rename / })
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Studio laptop')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await said(page, 'Name saved.')
  await expect(panel(page).getByRole('listitem')).toContainText('Studio laptop')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await signOut(page)
  await page.goto('/login')
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(signIn).toBeEnabled() // it takes the focus then
  await signIn.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/me')

  await page.goto('/account?tab=password')
  await page.getByLabel('New password', { exact: true }).fill('lamps along the canal')
  await page.getByLabel('Confirm new password', { exact: true }).fill('lamps along the canal')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await said(page, 'Password changed. All other devices were signed out.')

  await page.goto('/account?tab=safety')
  await panel(page).getByRole('button', { name: 'Remove Studio laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Studio laptop?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await said(page, 'Passkey removed.')
  await expect(panel(page).getByRole('listitem')).toHaveCount(0)

  // the device still has it
  await enterByPasskey(page)
  await said(page, 'This passkey does not sign in here. Try another, or use your password.')
  expectRefusal(complaints, 401)
})

test('the last passkey of an account without a password names where a password is set', async ({
  page,
  complaints,
}) => {
  await plugIn(page)
  const { password, email } = await signUp(page)
  await add(page, password)
  const { db, close } = openDatabase()
  await db.updateTable('account').set({ passwordHash: null }).where('email', '=', email).execute()
  await close()
  await panel(page)
    .getByRole('button', { name: /^Remove / })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It signs in no more.')
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Nothing else signs in to this account/)
  expectRefusal(complaints, 409)
  await expect(dialog).toContainText('Set a password before you remove it.')
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Set a password' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('an answer that was sent once is refused the second time', async ({ page }) => {
  await plugIn(page)
  const { password } = await signUp(page)
  await add(page, password)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/login/passkey'))
  await enterByPasskey(page)
  await expect(page).toHaveURL('/profile/me')
  const again = await page.request.post('/api/auth/login/passkey', { data: (await sent).postDataJSON() as object })
  expect(again.status()).toBe(401)
})

test('an answer that another site of the same host has asked for does not sign in', async ({ page }) => {
  await plugIn(page)
  const { password } = await signUp(page)
  await add(page, password)
  const answerAt = async (address: string) => {
    const asked = await page.request.post('/api/auth/login/passkey/begin')
    await page.goto(address)
    return page.evaluate(
      async (question) => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(question)
        return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as object
      },
      (await asked.json()) as PublicKeyCredentialRequestOptionsJSON,
    )
  }
  const enter = async (passkey: object) =>
    (await page.request.post('/api/auth/login/passkey', { data: { passkey } })).status()
  expect(await enter(await answerAt(`${named(process.env.KIT_URL)}/robots.txt`))).toBe(401)
  expect(await enter(await answerAt('/robots.txt'))).toBe(200)
})

test('a passkey of one account does not prove the owner of another', async ({ page, browser, baseURL }) => {
  const { devices, authenticatorId } = await plugIn(page)
  const { password } = await signUp(page)
  await add(page, password)
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId })

  const context = await browser.newContext({ baseURL: named(baseURL) })
  const other = await context.newPage()
  const theirs = await plugIn(other)
  const person = await signUp(other)
  await add(other, person.password)
  // the other person's device holds both, and the browser asks for those of the account alone
  await theirs.devices.send('WebAuthn.addCredential', {
    authenticatorId: theirs.authenticatorId,
    credential: credentials[0]!,
  })
  const own = await theirs.devices.send('WebAuthn.getCredentials', { authenticatorId: theirs.authenticatorId })
  await theirs.devices.send('WebAuthn.removeCredential', {
    authenticatorId: theirs.authenticatorId,
    credentialId: own.credentials.find(({ credentialId }) => credentialId !== credentials[0]!.credentialId)!
      .credentialId,
  })
  await panel(other)
    .getByRole('button', { name: /^Remove / })
    .click()
  await other.getByRole('button', { name: 'Use a passkey instead' }).click()
  await said(other, 'No passkey was used. Try again, or use your password.')
  await context.close()
})

test('a copied passkey is noticed by its counter', async ({ page, complaints }) => {
  const { devices, authenticatorId } = await plugIn(page)
  const { password } = await signUp(page)
  await add(page, password)
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId })
  await enterByPasskey(page)
  await expect(page).toHaveURL('/profile/me')
  // the copy from before the sign-in comes back
  await devices.send('WebAuthn.clearCredentials', { authenticatorId })
  await devices.send('WebAuthn.addCredential', { authenticatorId, credential: credentials[0]! })
  await enterByPasskey(page)
  await said(page, 'This passkey does not sign in here. Try another, or use your password.')
  expectRefusal(complaints, 401)
})

test('at an address without a name, and without a device, the page says so', async ({ page, baseURL }) => {
  await page.goto(String(baseURL).replace('localhost', '127.0.0.1') + '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await said(page, 'This browser has no passkeys at this address.')
})
