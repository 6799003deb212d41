import type { Page } from '@playwright/test'
import { openDatabase, sellerIn } from './earner.ts'
import { hold } from './hold.ts'
import { openPlans, payByCard, table } from './plan-buyer.ts'
import { stored } from './shelves.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'

test(
  'somebody compares the plans, buys one by card, cancels it and resumes it',
  phoneToo,
  async ({ page, isMobile }) => {
    await openPlans(page)
    await expect(page.getByText('Recommended').filter({ visible: true })).toBeVisible()
    await expect(table(page, isMobile)).toContainText('$5.99')
    await page.getByRole('radiogroup', { name: 'Billing' }).getByText('Yearly').click()
    await expect(page).toHaveURL(/billing=yearly/)
    await expect(table(page, isMobile)).toContainText('$59')
    await expect(table(page, isMobile)).toContainText('saves $12.88')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('radiogroup', { name: 'Billing' }).getByText('Monthly').click()
    await expect(table(page, isMobile)).toContainText('$5.99')
    if (isMobile) {
      const shown = page.getByRole('radiogroup', { name: 'Plan', exact: true })
      await shown.getByText('Pro').click()
      await expect(table(page, isMobile)).toContainText('$14.99')
      await shown.getByText('Growth').click()
    }
    if (isMobile) await expect(page.getByText('$5.99 today, then every month').filter({ visible: true })).toBeVisible()
    await page.getByRole('button', { name: 'Upgrade to Growth' }).click()

    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    const cart = page.getByRole('list', { name: 'Cart' })
    await expect(cart).toContainText('Growth plan')
    await expect(cart.getByRole('img', { name: 'Growth, verified' })).toBeVisible()
    await expect(page.getByText(/agree to the Terms\. It renews by itself for \$5\.99 a month/)).toBeVisible()
    await expectAccessible(page)
    await payByCard(page)
    await expect(page.getByText('Subscription started!')).toBeVisible()
    await expect(page).toHaveURL(/\/order\/complete\?orderId=\d+$/)
    await expect(page.getByRole('region', { name: 'Yours now' })).toContainText('Growth plan')
    expect(await stored(page)).toEqual([])
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Your plan' }).click()
    await page.getByRole('button', { name: 'Cancel Growth' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog).toContainText('Cancel Subscription?')
    await expect(dialog).toContainText('This action cannot be undone.')
    await expect(dialog.getByRole('button', { name: 'No, go back' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(page.getByText('Canceled successfully.')).toBeVisible()
    await expect(table(page, isMobile)).toContainText(/Ends \w+ \d+/)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Subscription renewed successfully.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Growth' })).toBeVisible()

    await page.goto('/library?tab=services')
    await page.getByRole('listitem').getByRole('link', { name: 'Growth plan' }).click()
    const panel = page.getByRole('complementary', { name: 'Chosen item' })
    await expect(panel).toContainText('Active')
    await expect(panel.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test('a declined card is told, another one asks the bank, and an upgrade costs less', async ({ page, complaints }) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  const refused = page.waitForResponse((answer) => answer.status() === 402)
  await payByCard(page, '4000000000000002')
  await refused
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  expectRefusal(complaints, 402)
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill('4000002500003155')
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('button', { name: 'Yes, it was me' }).click()
  await expect(page).toHaveURL(/\/order\/complete/)
  await page.getByRole('link', { name: 'Your plan' }).click()
  await expect(table(page, false)).toContainText('$9.01 today: $5.98 is left of your Growth plan')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('list', { name: 'Cart' })).toContainText('Unused part of Growth')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await expect(page).toHaveURL(/\/order\/complete/)
  await page.getByRole('link', { name: 'Your plan' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Pro' })).toBeVisible()

  await page.goto('/library?tab=services')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Growth/ })
    .click()
  const former = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(former).toContainText('Ended')
  await expect(former.getByRole('link', { name: 'Compare plans' })).toBeVisible()
  await expect(former.getByRole('link', { name: 'Choose a plan' })).toHaveCount(0)
})

test('somebody on Pro cancels first and reads when Growth can be chosen', async ({ page }) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await payByCard(page)
  await page.getByRole('link', { name: 'Your plan' }).click()
  const lower = page.getByRole('button', { name: 'Cancel the current subscription first' })
  await expect(table(page, false)).toContainText('You keep it until the end of what you paid for.')
  await lower.click()
  await page.getByRole('dialog', { name: 'Cancel Subscription?' }).getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(lower).toBeHidden()
  await expect(table(page, false)).toContainText(/Your Pro plan runs until \w+ \d+, \d+\. You can choose Growth then\./)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(lower).toBeVisible()
})

test('a plan that was canceled in another tab shows that when it is canceled here', async ({ page, complaints }) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  await payByCard(page)
  await page.getByRole('link', { name: 'Your plan' }).click()
  const cancel = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Cancel Growth' }).click()
    await tab.getByRole('dialog', { name: 'Cancel Subscription?' }).getByRole('button', { name: 'Yes, cancel' }).click()
  }
  const other = await page.context().newPage()
  await other.goto('/account?tab=plans')
  await cancel(other)
  await expect(other.getByRole('button', { name: 'Resume' })).toBeVisible()
  await cancel(page)
  await expect(page.getByText('This plan is canceled already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  expectRefusal(complaints, 409)
})

test('a canceled plan whose time is over offers no way to resume it', async ({ page }) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  await payByCard(page)
  await expect(page).toHaveURL(/\/order\/complete/)
  let canResume = true
  await page.route('**/api/billing/subscriptions/mine', async (route) => {
    const response = await route.fetch()
    const [own] = (await response.json()) as [object]
    await route.fulfill({ response, json: [{ ...own, status: 'canceled', canResume }] })
  })
  const resume = page.getByRole('button', { name: 'Resume' })
  await page.goto('/account?tab=plans')
  await expect(resume).toBeVisible()
  canResume = false
  await page.reload()
  await expect(table(page, false)).toContainText(/Ends \w+ \d+/)
  await expect(resume).toHaveCount(0)
})

test('a plan that was replaced is not shown as active any more', async ({ page }) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  await payByCard(page)
  await page.getByRole('link', { name: 'Go to My Library' }).click()
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  await expect(panel).toContainText('Growth')
  await panel.getByRole('link', { name: 'Compare plans' }).click()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await payByCard(page)
  await expect(page).toHaveURL(/\/order\/complete/)
  const answer = await hold(page, '**/api/billing/subscriptions/mine')
  await page.getByRole('link', { name: 'Go to My Library' }).click()
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Growth')
  answer()
  await expect(panel).toContainText('Pro')
  await expect(page.getByRole('listitem').filter({ hasText: 'Growth plan' })).toContainText('ended')
})

test('a plan without a grant says that it has no end', async ({ page }) => {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await db.updateTable('account').set({ plan: 'pro' }).where('id', '=', person.id).execute()
  await close()
  await keepSession(page, person.email, person.password)
  await page.goto('/account?tab=plans')
  await expect(table(page, false)).toContainText('Given to you, without an end')
})

test('a plan is shown also while its end can’t be read, with a way to try again', async ({ page, complaints }) => {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await db.updateTable('account').set({ plan: 'pro' }).where('id', '=', person.id).execute()
  await close()
  await keepSession(page, person.email, person.password)
  const grants = '**/api/billing/grants/mine'
  await page.route(grants, (route) => route.fulfill({ status: 500, json: { error: 'x', message: 'x' } }))
  await page.goto('/account?tab=plans')
  await expect(table(page, false)).toContainText('Your plan')
  await expect(table(page, false).getByRole('alert')).toHaveText('Given to you. Couldn’t load until when.')
  await expectAccessible(page)
  complaints.splice(0) // the answers of 500, one for each try
  await page.unroute(grants)
  await table(page, false).getByRole('button', { name: 'Try again' }).click()
  await expect(table(page, false)).toContainText('Given to you, without an end')
})

test('a plan does not come beside other items', async ({ page }) => {
  await openPlans(page)
  await page.evaluate(() =>
    localStorage.setItem(
      'cart.v1',
      JSON.stringify([
        { id: 'kit:9', type: 'kit', kitId: 9, slug: 'x', title: 'Kit', price: 5, artist: '', img: null, qty: 1 },
      ]),
    ),
  )
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
  await expect(
    page.getByText('Subscriptions cannot be added together with other items. Please checkout separately.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/tab=plans/)
})
