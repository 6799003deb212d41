import type { Page } from '@playwright/test'
import { hold } from './hold.ts'
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

/** A new person who is signed in. */
async function open(page: Page, tab: string) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto(`/account?tab=${tab}`)
  return person
}
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

test('a bio is shown as it is typed, asks before it is lost, is saved and removed', phoneToo, async ({ page }) => {
  const { displayName } = await open(page, 'profile')
  const bio = page.getByLabel('Bio')
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  const seen = page.getByRole('complementary', { name: 'How others see you' })
  await expect(seen).toContainText(displayName)
  await expect(bar).toHaveCount(0)
  await bio.fill('Cold keys.')
  await expect(seen).toContainText('Cold keys.')
  await expect(bio).toHaveAccessibleDescription('10 of 600 characters')
  await expect(bar).toContainText('Bio changed, not saved.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('tab', { name: 'Username' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(bio).toHaveValue('')
  await expect(bar).toHaveCount(0)

  await bio.fill('Cold keys. ')
  const save = await hold(page, '**/api/me/profile')
  await bar.getByRole('button', { name: 'Save Profile' }).click()
  await bio.fill('Cold keys, warm 808s. ')
  save()
  await said(page, 'Saved!')
  await expect(bio).toHaveValue('Cold keys, warm 808s. ')
  await bar.getByRole('button', { name: 'Save Profile' }).click()
  await expect(bar).toHaveCount(0)
  await expect(bio).toBeFocused()
  await page.reload()
  await expect(bio).toHaveValue('Cold keys, warm 808s.')
  await page.getByRole('button', { name: 'Remove bio' }).click()
  await expect(bio).toHaveValue('')
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Show profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
  await expect(page.getByText('Cold keys')).toHaveCount(0)
})

test('a failed save says so, and keeps the text', async ({ page, complaints }) => {
  await open(page, 'profile')
  await page.route('**/api/me/profile', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByLabel('Bio').fill('Cold keys.')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveText('Couldn’t save profile.')
  await expect(page.getByLabel('Bio')).toHaveValue('Cold keys.')
  expectRefusal(complaints, 500)
})

test('a form shows why it was not saved after its toast has gone', async ({ page, complaints }) => {
  const { password } = await open(page, 'username')
  await page.route('**/api/me/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 409, json: { error: 'x', message: 'Not now.', requestId: 'x' } }),
  )
  const forms = [
    ['Username', { 'New username': 'keys.of.cold' }],
    ['Socials', { Instagram: 'coldkeys' }],
    ['Email', { 'New email': 'keys@slide.test', 'Current password': password }],
    [
      'Password',
      { 'Current password': password, 'New password': 'lamps by night', 'Confirm new password': 'lamps by night' },
    ],
  ] as const
  for (const [name, fields] of forms) {
    await page.getByRole('tab', { name, exact: true }).click()
    const form = page.getByRole('form', { name, exact: true })
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByRole('button', { name: `Save ${name}` }).click()
    await expect(form.getByRole('alert')).toHaveText('Not now.')
    expectRefusal(complaints, 409)
    for (const [label] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill('')
  }
})

test('a new username is shown in the header; a taken one is refused at its field', async ({ page, complaints }) => {
  const { displayName } = await open(page, 'username')
  await expect(page.getByRole('tabpanel')).toContainText(`You are ${displayName} here.`)
  const field = page.getByLabel('New username')
  await field.fill('LogDrumLola')
  await page.getByRole('button', { name: 'Save Username' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('That name is taken, or reads like one that is.')
  await expect(field).toBeFocused()
  expectRefusal(complaints, 409)
  await expectAccessible(page)

  await field.fill(`${displayName.slice(0, 20)}-new`)
  await page.keyboard.press('Enter')
  await said(page, 'Saved!')
  await expect(page.getByRole('tabpanel')).toContainText(`You are ${displayName.slice(0, 20)}-new here.`)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toContain(`"${displayName.slice(0, 20)}-new"`)
  await expectNoSidewaysScroll(page)
})

test('a legal name with a mistake is mended, and stays after a reload', phoneToo, async ({ page, complaints }) => {
  await open(page, 'username')
  const form = page.getByRole('form', { name: 'Legal name' })
  const field = form.getByLabel('Legal name')
  await field.fill('A')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Enter your full name/)
  await expect(field).toBeFocused()
  expectRefusal(complaints, 400)
  await field.fill(' Ada Lovelace ')
  await form.getByRole('button', { name: 'Save Legal Name' }).click()
  await said(page, 'Saved!')
  await page.reload()
  await expect(field).toHaveValue('Ada Lovelace')
  await field.fill('Ada King')
  await page.keyboard.press('Enter')
  await said(page, 'Saved!')
  await page.reload()
  await expect(field).toHaveValue('Ada King')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('names of social pages become links, and are removed', async ({ page }) => {
  await open(page, 'socials')
  await page.getByLabel('Instagram', { exact: true }).fill('@cold.harbour')
  await page.getByLabel('TikTok', { exact: true }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save Socials' }).click()
  await said(page, 'Enter your name there, or an address that begins with https://.')
  await expect(page.getByLabel('TikTok', { exact: true })).toBeFocused()
  await page.getByLabel('TikTok', { exact: true }).fill('https://tiktok.com/@cold')
  await page.getByRole('button', { name: 'Save Socials' }).click()
  await said(page, 'Saved!')
  await expect(page.getByLabel('Instagram', { exact: true })).toHaveValue('https://instagram.com/cold.harbour')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Remove Instagram' }).click()
  await expect(page.getByLabel('Instagram', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Instagram', { exact: true })).toBeFocused()
  await page.goto('/profile/me?tab=about')
  await expect(page.getByRole('link', { name: /TikTok/ }).first()).toHaveAttribute('href', 'https://tiktok.com/@cold')
  await expect(page.getByRole('link', { name: /Instagram/ })).toHaveCount(0)
})

test('passwords that differ can’t be saved, and a new password works', async ({ page, complaints }) => {
  const { email, password } = await open(page, 'password')
  const save = page.getByRole('button', { name: 'Save Password' })
  await page.getByLabel('Current password', { exact: true }).fill('not mine')
  await page.getByLabel('New password', { exact: true }).fill('lamps along the canal')
  await page.getByLabel('Confirm new password', { exact: true }).fill('lamps along')
  await said(page, 'Passwords do not match')
  await expect(save).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Confirm new password', { exact: true }).fill('lamps along the canal')
  await save.click()
  await expect(page.getByRole('tabpanel')).toContainText('That is not your current password.')
  expectRefusal(complaints, 400)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await save.click()
  await said(page, 'Password changed. All other devices were signed out.')
  await expectNoSidewaysScroll(page)
  const login = await page.request.post('/api/auth/login', { data: { email, password: 'lamps along the canal' } })
  expect(login.status()).toBe(200)
})
