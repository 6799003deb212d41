import { expect, expectAccessible, expectRefusal, keepSession, somebody, test } from './test.ts'

test('a contact form shows faults at their fields, keeps the text, and sends', async ({ page, complaints }) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  const send = form.getByRole('button', { name: 'Send message' })
  await form.getByLabel('Email').fill('nobody')
  await send.click()
  for (const text of ['Name is required.', 'Enter a valid email.', 'Choose a topic.', 'Message is required.'])
    await expect(form.getByText(text)).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)

  await form.getByLabel('Name').fill('Nia')
  await expect(form.getByText('Name is required.')).toBeHidden()
  await form.getByLabel('Email').fill(' nia@slide.test ')
  await form.getByLabel('Topic').selectOption('Payouts')
  await form.getByLabel('Message').fill('When is Monday?')
  await page.route('**/api/contact', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'invalid', message: 'Check your email.', fields: { email: 'Unknown.' } },
    }),
  )
  await send.click()
  await expect(form.getByText('Unknown.')).toBeVisible()
  await expect(form.getByText('Check your email.')).toBeHidden() // its toast is enough, as the field tells the fault
  await expect(form.getByLabel('Email')).toBeFocused()
  expectRefusal(complaints, 400)
  await page.unroute('**/api/contact')
  await form.getByLabel('Email').fill('nia@slide.test')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent.' })).toBeFocused()
  await expect(page.getByText('nia@slide.test')).toBeVisible()
})

test('a signed-in visitor finds what they wrote to the shop in their messages', async ({ page }) => {
  const who = somebody()
  await page.request.post('/api/auth/register', { data: who })
  await keepSession(page, who.email, who.password)
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await expect(form.getByLabel('Name')).toHaveValue(who.displayName)
  await form.getByLabel('Email').fill(who.email)
  await form.getByLabel('Topic').selectOption('Payouts')
  await form.getByLabel('Message').fill('When is Monday?')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('answers in your messages')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the conversation' }).click()
  await expect(page.getByRole('heading', { name: 'Chat with Admin' })).toBeVisible()
  await expect(page.getByRole('log').getByText('Payouts: When is Monday?')).toBeVisible()
})

test('leaving a page with unsent text asks, inside the site and at reloading', async ({ page }) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Message').fill('Half a sentence')
  const about = page.getByRole('link', { name: 'About page' })
  await about.click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/contact')
  await expect(form.getByLabel('Message')).toHaveValue('Half a sentence')

  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => {}) // it waits for the answer
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(form.getByLabel('Message')).toHaveValue('Half a sentence')

  await about.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/about')
})

test('links and Back to another tab of a page ask before unsent text is lost', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/account?tab=socials')
  const choose = (name: string) => page.getByRole('tab', { name, exact: true }).click()
  const openPlans = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Plans' }).click()
  }
  await choose('Profile')
  const bio = page.getByLabel(/^Bio/)
  await bio.fill('Half a bio')
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  for (const leave of [openPlans, () => page.goBack(), () => choose('Username')]) {
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/account?tab=profile')
    await expect(bio).toHaveValue('Half a bio')
  }
  await openPlans()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/account?tab=plans')
  await expect(question).toHaveCount(0)
})

test('leaving an empty or a sent form asks nothing', async ({ page }) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Nia')
  await form.getByLabel('Name').fill('')
  await page.getByRole('link', { name: 'About page' }).click()
  await expect(page).toHaveURL('/about')
})

test('signing out with unsent text asks first, and staying keeps the session', async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Half a question')
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Half a question')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await signOut()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
})
