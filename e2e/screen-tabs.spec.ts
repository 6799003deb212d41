import type { Page } from '@playwright/test'
import { hold } from './hold.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, phoneOnly, phoneToo, test } from './test.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const chosen = (page: Page) => page.getByRole('tab', { selected: true })

test('the account’s tabs stand in the address, each with a title', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/account')
  await expect(page.getByRole('tablist', { name: 'Account' })).toBeVisible()
  await expect(chosen(page)).toHaveText('Profile')
  await expect(page).toHaveTitle('Profile | Account | Slide')
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeVisible()

  await tab(page, 'Payouts').click()
  await expect(page).toHaveURL('/account?tab=payouts')
  await expect(page).toHaveTitle('Payouts | Account | Slide')
  await expect(
    page.getByRole('tabpanel', { name: 'Payouts' }).getByRole('heading', { name: 'Payout history' }),
  ).toBeVisible()
  await page.goBack()
  await expect(chosen(page)).toHaveText('Profile')

  await page.goto('/account?tab=plans')
  await expect(chosen(page)).toHaveText('Plans')
  await expect(page).toHaveTitle('Plans | Account | Slide')
})

test('an unknown tab is the first one', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/account?tab=nothing')
  await expect(chosen(page)).toHaveText('Profile')
})

test('arrow keys, Home and End choose tabs and keep the focus', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/account')
  await tab(page, 'Profile').focus()
  await page.keyboard.press('End')
  await expect(tab(page, 'Your data')).toBeFocused()
  await expect(page).toHaveURL('/account?tab=data')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/account?tab=profile')
  await expect(tab(page, 'Profile')).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Profile' })).toBeVisible() // its code may still be on its way
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test.describe('while another tab loads', () => {
  /** The tab 'Your data' loads until it is released. */
  async function openWithSlowTab(page: Page) {
    await keepSession(page, 'buyer@slide.test')
    await page.goto('/account')
    const release = await hold(page, /\/data-tab-[^/]*\.js/)
    return async () => {
      const loaded = page.waitForResponse(/\/data-tab-/)
      release()
      await loaded
    }
  }

  test('a tab that is pressed stays', async ({ page }) => {
    const release = await openWithSlowTab(page)
    const asked = page.waitForRequest(/\/data-tab-/)
    await tab(page, 'Your data').click()
    await asked
    await tab(page, 'Profile').click()
    await expect(page).toHaveURL('/account?tab=profile')
    await release()
    await expect(page).toHaveURL('/account?tab=profile')
    await expect(chosen(page)).toHaveText('Profile')
  })

  test('pressing the open tab keeps its text, and nothing is asked', async ({ page }) => {
    const release = await openWithSlowTab(page)
    const bio = page.getByRole('textbox', { name: 'Bio' })
    await bio.fill('Half a sentence')
    const asked = page.waitForRequest(/\/data-tab-/)
    await tab(page, 'Your data').click()
    const question = page.getByRole('dialog', { name: 'Leave this page?' })
    await question.getByRole('button', { name: 'Leave' }).click()
    await asked
    await expect(question).toHaveCount(0)
    await tab(page, 'Profile').click()
    await expect(page).toHaveURL('/account?tab=profile')
    await expect(question).toHaveCount(0)
    await release()
    await expect(chosen(page)).toHaveText('Profile')
    await expect(bio).toHaveValue('Half a sentence')
    await page.getByRole('banner').getByRole('link', { name: 'Browse' }).click()
    await expect(question, 'another page would lose the text').toBeVisible()
  })
})

test('the row of tabs scrolls by itself, with the chosen tab in view', phoneToo, async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  for (const [address, name] of [
    ['/account?tab=plans', 'Plans'],
    ['/account?tab=password', 'Password'],
    ['/account', 'Profile'],
  ] as const) {
    await page.goto(address)
    await expect(chosen(page)).toHaveText(name)
    await expect(chosen(page)).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  }
})

test('numbers of tabs that load later leave the chosen tab in view', phoneOnly, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  const release = await hold(page, '**/api/admin/overview/waiting')
  await page.goto('/admin?tab=audit')
  await expect(chosen(page)).toHaveText('Audit')
  release()
  await expect(page.getByRole('tab', { name: /^Review \d+ waiting/ })).toBeAttached()
  await expect(chosen(page)).toBeInViewport({ ratio: 1 })
})

test('email and password are hidden from those who sign in without a password', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/robots.txt') // no code of a page changes what is kept
  await page.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('auth') ?? '{}') as object
    localStorage.setItem('auth', JSON.stringify({ ...auth, oauthUser: true }))
  })
  await page.goto('/account?tab=password')
  await expect(chosen(page)).toHaveText('Profile')
  await expect(page.getByRole('tab')).toHaveText([
    'Profile',
    'Username',
    'Socials',
    'Payouts',
    'Splits',
    'Plans',
    'Codes',
    'Safety',
    'Notifications',
    'Your data',
  ])
})

test('the desk keeps the asked tab while somebody signs in', async ({ page }) => {
  await page.goto('/admin?tab=review')
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Ftab%3Dreview')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill('admin@slide.test')
  await form.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin?tab=review')
  await expect(page.getByRole('tablist', { name: 'Desk' })).toBeVisible()
  await expect(page).toHaveTitle('Review Submissions | Slide')
  await expectAccessible(page)
})

test('an admin searches the mails, reads one, and finds the address again after a reload', async ({
  page,
  harmless,
}) => {
  harmless.push(/Blocked script execution in '[^']*\/files\/mail\//) // of the browser's own tools: the frame runs nothing
  await page.request.post('/api/contact', {
    data: { name: 'Grace', email: 'grace@slide.test', topic: 'Selling', message: 'When does my kit go live?' },
  })
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=mail')
  await expect(page).toHaveTitle('Mail | Desk | Slide')
  await expect(page.getByText('No mail server is set')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Recipient or subject' }).fill('from grace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?tab=mail&q=from+grace')
  const row = page.getByRole('row').filter({ hasText: 'Selling: a message from Grace' }).first()
  await expect(row).toContainText('Kept here')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await row.getByRole('button', { name: 'Selling: a message from Grace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Selling: a message from Grace' })
  const mail = dialog.frameLocator('iframe')
  await expect(mail.getByText('When does my kit go live?')).toBeVisible()
  await expect(mail.getByRole('heading')).toHaveCSS('text-transform', 'uppercase') // its styles are applied
  await expect(mail.getByRole('link')).toHaveCount(0)
  const heights = () =>
    dialog.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      const { scrollHeight, clientHeight } = frame.contentDocument!.documentElement
      return clientHeight - scrollHeight
    })
  await expect.poll(heights).toBe(0) // the whole mail is shown, and the dialog scrolls
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Look' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tabpanel', { name: 'Text' })).toContainText('When does my kit go live?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Recipient or subject' })).toHaveValue('from grace')
  await page.goto('/admin?tab=mail&q=nothing-has-this')
  await expect(page.getByText('No mail has that in its recipient or subject.')).toBeVisible()
})

test('mails that cannot be loaded say so, and can be asked for again', async ({ page, complaints }) => {
  await keepSession(page, 'admin@slide.test')
  await page.route('**/api/admin/mail?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin?tab=mail')
  await expect(page.getByText('Couldn’t load the mails.')).toBeVisible()
  await page.unroute('**/api/admin/mail?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('search', { name: 'Search mails' })).toBeVisible()
  await expect(page.getByText('Couldn’t load the mails.')).toBeHidden()
  complaints.length = 0 // the browser itself reports the failed answers
})

test('the audit tab lists what admins did', async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=audit')
  await expect(page).toHaveTitle('Audit | Desk | Slide')
  await expect(page.getByText('No admin has done anything yet.').or(page.getByRole('table'))).toBeVisible()
  await expectAccessible(page)
})
