import type { APIRequestContext, Page } from '@playwright/test'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  signIn,
  somebody,
  test,
} from './test.ts'

type Mail = { id: number; to: string; subject: string }

/** The address in the newest mail to somebody, as the operator's outbox shows it. */
async function linkInMail(request: APIRequestContext, email: string, subject: string) {
  const login = await request.post('/api/auth/login', { data: { email: 'admin@slide.test', password: DEMO_PASSWORD } })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const get = async (path: string): Promise<unknown> => (await request.get(path, { headers })).json()
  const find = async () => {
    const { items } = (await get(`/api/admin/mail?limit=100&q=${encodeURIComponent(email)}`)) as { items: Mail[] }
    return items.find((mail) => mail.to === email && mail.subject === subject)
  }
  await expect.poll(find, { message: `a mail to ${email}` }).toBeDefined()
  const { text } = (await get(`/api/admin/mail/${(await find())!.id}`)) as { text: string }
  const link = /https?:\S+[?]token=\S+/.exec(text)?.[0]
  return link ?? ''
}

async function newPerson(page: Page) {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  return person
}

async function setPassword(page: Page, password: string) {
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('New password').fill(password)
  await form.getByLabel('Confirm password').fill(password)
  await form.getByRole('button', { name: 'Change password' }).click()
}

test('a new account is asked to confirm its email, and confirms it by the mailed link', async ({ page, request }) => {
  const person = await newPerson(page)
  await page.goto('/account')
  const note = page.getByText('Your email is not confirmed yet.')
  await expect(note).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  const { y, height } = (await note.locator('xpath=ancestor::div[1]').boundingBox())!
  const banner = (await page.getByRole('img', { name: 'Your street' }).boundingBox())!
  expect(banner.y, 'the note stands apart from the banner').toBeGreaterThan(y + height)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send another link' }).click()
  await expect(page.getByText('Sent. Check your mail.')).toBeVisible()

  await page.goto(await linkInMail(request, person.email, 'Confirm your email for Slide'))
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm my email' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Email confirmed.' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('heading', { name: 'How others see you' })).toBeVisible()
  await expect(page.getByText('Your email is not confirmed yet.')).toBeHidden()
})

test('an incomplete link says so and offers another one', async ({ page, complaints }) => {
  await page.goto('/confirm-email?token=q7Hd2mXk91Ra')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { name: 'That did not work' })).toBeFocused()
  await expect(page.getByRole('main').getByText('This link is not valid. Copy it whole from the mail.')).toBeVisible()
  expectRefusal(complaints, 404)
  await expectAccessible(page)

  await page.goto('/reset-password')
  await expect(page.getByRole('main').getByText('This link is not valid. Copy it whole from the mail.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a forgotten password is replaced by a mailed link, which ends the old session', async ({
  page,
  browser,
  request,
  harmless,
}) => {
  harmless.push(/status of 401/) // of each call that the ended session made
  const person = await newPerson(page)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/')
  await other.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await other.getByRole('dialog').getByRole('link', { name: 'Forgot password?' }).click()
  await expect(other).toHaveURL('/forgot-password')
  await expect(other.getByRole('dialog')).toBeHidden()
  const form = other.getByRole('form', { name: 'Forgot password' })
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByText('Email is required.')).toBeVisible()
  await expectAccessible(other)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Email').press('Enter')
  await expect(other.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)

  await other.goto(await linkInMail(request, person.email, 'Choose a new password for Slide'))
  const password = 'Lamps along the canal 9'
  await other.getByRole('form').getByLabel('New password').fill(password)
  await expect(other.getByText('Good')).toBeVisible()
  await expectAccessible(other)
  await setPassword(other, password)
  await expect(other.getByText('Password changed. Sign in with it.')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await signIn(other, person.email, password)
  await elsewhere.close()

  await page.goto('/account')
  await expect(page.getByText('Please log in to access this feature')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('a page that a mail leads to says the same before and after its code has come', async ({ page, request }) => {
  const pages = [
    ['/reset-password?token=q7Hd2mXk91Ra', 'All devices that are signed in will be signed out.'],
    ['/unsubscribe?token=100.digest.q7Hd2mXk91Ra', 'Daily digests stop.'],
  ] as const
  for (const [address, sentence] of pages) {
    const html = await (await request.get(address)).text()
    expect(html).not.toContain('not valid')
    expect(html).not.toContain('news about Slide')
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText(sentence)
  }
})

test('an unknown address is answered like a known one', async ({ page }) => {
  const says = async (email: string) => {
    await page.goto('/forgot-password')
    const form = page.getByRole('form', { name: 'Forgot password' })
    await form.getByLabel('Email').fill(email)
    await form.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    return (await page.getByRole('main').innerText()).replace(email, '…')
  }
  expect(await says('nobody-at-all@slide.test')).toBe(await says('buyer@slide.test'))
})

test('the link below a mail of news asks before it unsubscribes', async ({ page, complaints }) => {
  await page.goto('/unsubscribe?token=100.updates.forged')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('main').getByText('This link is not valid. Copy it whole from the mail.')).toBeVisible()
  expectRefusal(complaints, 404)
  const json = { topic: 'updates', kinds: [] }
  for (const path of ['unsubscribe', 'resubscribe'])
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json }))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Unsubscribed.' })).toBeFocused()
  await expect(page.getByText('Mails with news about Slide no longer come to you.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn them back on' }).click()
  await expect(page.getByRole('heading', { name: 'Back on.' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Choose what reaches you' })).toHaveAttribute(
    'href',
    '/account?tab=notifications',
  )
})

test('a page with a token in its address is not cached, and other sites never see the address', async ({ request }) => {
  for (const path of ['/confirm-email', '/reset-password', '/unsubscribe']) {
    const secret = await request.get(`${path}?token=q7Hd2mXk91Ra`)
    expect(secret.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const html = await secret.text()
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('q7Hd2mXk91Ra')
  }
})

test('an email changes by the link to the new address, and the old one undoes it', async ({ page, request }) => {
  const person = somebody()
  await request.post('/api/auth/register', { data: person })
  await page.goto(await linkInMail(request, person.email, 'Confirm your email for Slide'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { name: 'Email confirmed.' })).toBeFocused()
  await keepSession(page, person.email, person.password)
  await page.goto('/account?tab=email')
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText(`Your email is ${person.email}.`)
  const email = `new-${person.email}`
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Save Email' }).click()
  await expect(panel).toContainText(`We wrote to ${email}.`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto(await linkInMail(request, email, 'Confirm your new email for Slide'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByRole('heading', { name: 'Email changed.' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(panel).toContainText(`Your email is ${email}.`)

  await page.goto(await linkInMail(request, person.email, 'The email of your Slide account has changed'))
  const form = page.getByRole('form', { name: 'Undo and change password' })
  await form.getByLabel('New password').fill('lamps along the canal')
  await form.getByLabel('Confirm password').fill('lamps along the canal')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Undo and change password' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, person.email, 'lamps along the canal')
})
