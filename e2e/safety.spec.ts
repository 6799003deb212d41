import type { Page } from '@playwright/test'
import { shownCode } from '#test/authenticator.ts'
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

/** A new person on the Safety tab, signed in twice: by the registration and here. */
async function open(page: Page) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person, headers: { 'user-agent': 'Firefox/140.0 (Linux)' } })
  await keepSession(page, person.email, person.password)
  await page.goto('/account?tab=safety')
  return person
}
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const panel = (page: Page, name: string) => page.getByRole('region', { name })

async function shownCodes(page: Page) {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

/** Switches two-step sign-in on. Returns the key and the recovery codes. */
async function turnOn(page: Page, password: string) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await panel(page, 'Two-step sign-in').getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  const picture = page.getByRole('img', { name: 'QR code of the key' })
  await expect(picture).toBeVisible()
  await expect(picture, 'dark on light').not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Code from your authenticator app').fill(shownCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await shownCodes(page)
  await expectAccessible(page)
  const question = page.getByRole('dialog', { name: 'Have you kept the codes?' })
  const isPhone = page.viewportSize()!.width < 768 // where a dialog has an entry of its own in the history
  for (const lose of [() => page.keyboard.press('Escape'), () => (isPhone ? page.goBack() : page.goForward())]) {
    await lose()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Show them' }).click()
    await expect(question).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes }
}

test('a person sees where they are signed in, and ends another session', async ({ page, complaints }) => {
  const { password } = await open(page)
  const sessions = panel(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions).toContainText('from 127.0.0.x')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await sessions.getByRole('button', { name: 'End the session of Firefox on Linux' }).click()
  const dialog = page.getByRole('dialog', { name: 'End Firefox on Linux?' })
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('That is not your current password.')
  expectRefusal(complaints, 400)
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await said(page, 'Signed out there.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await said(page, 'You are signed in nowhere else.')
})

test(
  'two-step sign-in asks at the sign-in, takes a recovery code, and is switched off',
  phoneToo,
  async ({ page, complaints }) => {
    const { email, password } = await open(page)
    const twoStep = panel(page, 'Two-step sign-in')
    const { codes } = await turnOn(page, password)
    await expect(twoStep).toContainText('10 of 10 left')
    await expectAccessible(page)

    await page.evaluate(() => localStorage.removeItem('auth'))
    await page.goto('/login')
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    const code = page.getByLabel('Code from your authenticator app')
    await expect(code).toBeFocused()
    expectRefusal(complaints, 401)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('form', { name: 'Second step' }).getByRole('alert')).toContainText(
      'That code is wrong or was used already.',
    )
    expectRefusal(complaints, 400)
    await code.fill(codes[0]!)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/profile/me')

    await page.goto('/account?tab=safety')
    await expect(twoStep).toContainText('9 of 10 left')
    await twoStep.getByRole('button', { name: 'Show new codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Show new codes' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByLabel('Code from your authenticator app').fill(codes[1]!)
    await page.keyboard.press('Enter')
    const fresh = await shownCodes(page)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(twoStep).toContainText('10 of 10 left')
    await twoStep.getByRole('button', { name: 'Turn off' }).click()
    const off = page.getByRole('dialog', { name: 'Turn off two-step sign-in' })
    await off.getByLabel('Password', { exact: true }).fill(password)
    await off.getByLabel('Code from your authenticator app').fill(fresh[0]!)
    await off.getByRole('button', { name: 'Turn off' }).click()
    await said(page, 'Two-step sign-in is off.')
    await expect(twoStep.getByRole('button', { name: 'Turn on' })).toBeVisible()
  },
)

test('a form shows the field for the code when the server asks for it, though the look at the account failed', async ({
  page,
  complaints,
  harmless,
}) => {
  harmless.push(/status of 500/)
  const { password } = await open(page)
  const { codes } = await turnOn(page, password)
  await page.route('**/api/me/two-step', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account?tab=password')
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill('lamps along the canal')
  await page.getByLabel('Confirm new password', { exact: true }).fill('lamps along the canal')
  const save = page.getByRole('button', { name: 'Save Password' })
  await save.click()
  await expect(page.getByText('Enter the code from your authenticator app.').first()).toBeVisible()
  expectRefusal(complaints, 400)
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await code.fill(codes[0]!)
  await save.click()
  await said(page, 'Password changed. All other devices were signed out.')
})

test('with two-step sign-in on, the sign-in dialog and a new password ask for a code', async ({ page, complaints }) => {
  const { email, password } = await open(page)
  const { codes } = await turnOn(page, password)
  await page.goto('/account?tab=password')
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill('lamps along the canal')
  await page.getByLabel('Confirm new password', { exact: true }).fill('lamps along the canal')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await said(page, 'Enter the code.')
  await page.getByLabel('Code from your authenticator app').fill(codes[0]!)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await said(page, 'Password changed. All other devices were signed out.')

  await page.evaluate(() => localStorage.removeItem('auth'))
  await page.goto('/account')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('lamps along the canal')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code from your authenticator app').fill(codes[1]!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'How others see you' })).toBeVisible()
  expectRefusal(complaints, 401)
})
