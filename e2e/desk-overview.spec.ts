import { newBuyer } from './buy.ts'
import { aliasOf, bring, referralOf } from './friends.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, phoneOnly, phoneToo, test } from './test.ts'

test('the overview counts what waits and shows the house over time', phoneToo, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=overview')
  const waits = page.getByRole('list', { name: 'What waits' })
  await expect(waits.getByRole('link')).toHaveCount(12)
  await expect(waits.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(waits.getByRole('link', { name: /To review$/ })).toHaveAttribute('href', '/admin?tab=review')
  const sold = page.getByRole('region', { name: 'Sold', exact: true })
  await expect(sold.getByRole('group', { name: /^Sold, 30 days: \$/ })).toBeVisible()
  for (const name of ['Orders', 'New people', 'Plans running', 'Refunded', 'New items', 'Plays', 'Paid out'])
    await expect(page.getByRole('region', { name, exact: true }).getByRole('group')).toBeVisible()
  const orders = page.getByRole('table', { name: 'Latest orders' })
  await expect(orders.getByRole('row')).toHaveCount(6) // with the head
  const styles = page.getByRole('list', { name: 'Where the sound is from' })
  await expect(styles.getByRole('listitem')).toHaveCount(13)
  await expect(styles.getByRole('listitem').first()).toContainText(/Drill: \$[1-9]/)
  const status = page.getByRole('region', { name: 'The house' })
  for (const words of ['Sandbox', 'waiting', 'No mail server is set', 'Works, room for', 'All running'])
    await expect(status).toContainText(words)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const chart = sold.getByRole('group', { name: /^Sold, / })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(sold.getByRole('status')).toContainText('$')
  const days = page.getByRole('group', { name: 'Days' })
  await days.getByRole('button', { name: '12 months' }).press('Enter')
  await expect(sold.getByRole('group', { name: /^Sold, 52 weeks: \$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Sold by days' })).toContainText('Week of')
  await page.evaluate('scrollTo(0, 0)') // elsewhere a phone's bar covers half of a link
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await waits.getByRole('link', { name: /Worklist/ }).press('Enter')
  await expect(page).toHaveURL('/admin?tab=worklist')
})

test('on a phone the names of large figures are not cut off', phoneOnly, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.route('**/api/admin/overview/waiting/*', (route) =>
    route.fulfill({ json: { count: 1_000, capped: true, oldestAt: null, late: 0 } }),
  )
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/admin?tab=overview')
  const figures = page.getByRole('list', { name: 'What waits' }).getByRole('listitem')
  await expect(figures.getByText('1,000+')).toHaveCount(12)
  expect(await figures.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
})

test('tabs of the desk count what waits, and the count follows an act', async ({ page }) => {
  const person = await newBuyer(page)
  const { displayName } = await bring(page, (await referralOf(page, person)).referralLink, aliasOf(person))
  await expect.poll(async () => (await referralOf(page, person)).history).toMatchObject([{ state: 'held' }])
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=referrals')
  const tab = page.getByRole('tab', { name: /^Referrals/ })
  await expect(tab).toHaveText(/^Referrals\d+ waiting$/)
  const row = page.getByRole('table', { name: 'Referrals' }).getByRole('row').filter({ hasText: displayName })
  // sooner than a minute, after which it is asked anyway
  const answer = page.waitForResponse('**/api/admin/overview/waiting', { timeout: 20_000 })
  await row.getByRole('button', { name: /^Refuse/ }).click()
  const { counts } = (await (await answer).json()) as { counts: { referrals: number } }
  await expect(tab).toHaveText(counts.referrals ? `Referrals${counts.referrals} waiting` : 'Referrals')
  await expect(page.getByRole('tab', { name: 'Settings', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('parts and figures of the overview that fail leave the others, and are asked again', async ({
  page,
  harmless,
}) => {
  harmless.push(/status of 500/)
  const broken = [
    '**/api/admin/overview/waiting/payouts',
    '**/api/admin/overview/figures/plays?*',
    '**/api/admin/overview/status',
    '**/api/admin/overview/styles?*',
    '**/api/admin/orders?*',
  ]
  for (const address of broken) await page.route(address, (route) => route.fulfill({ status: 500, json: {} }))
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=overview')
  for (const name of ['The house', 'Where the sound is from', 'Latest orders']) {
    const part = page.getByRole('region', { name })
    await expect(part.getByText(`${name}: not loaded.`)).toBeVisible()
  }
  await expect(page.getByText('Payouts to approve: not loaded.')).toBeVisible()
  await expect(page.getByText('Plays: not loaded.')).toBeVisible()
  await expect(page.getByRole('link', { name: /To review$/ })).toBeVisible()
  await expectAccessible(page)
  for (const address of broken) await page.unroute(address)
  for (const name of ['The house', 'Where the sound is from', 'Latest orders'])
    await page.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Try again.*Payouts to approve/ }).click()
  await page.getByRole('region', { name: 'Plays', exact: true }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /Payouts to approve/ })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Plays, 30 days/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Where the sound is from' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Latest orders' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The house' })).toContainText('All running')
})
