import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

const LISTS = [
  { tab: 'review', group: 'Show', start: /^Pending/, other: 'All', show: 'all' },
  { tab: 'people', group: 'Show', start: 'Everybody', other: 'Banned', show: 'banned' },
  { tab: 'inbox', group: 'From', start: 'People', other: 'Guests', show: 'guests' },
  { tab: 'orders', group: 'State', start: 'All', other: 'Refunded', show: 'refunded' },
  { tab: 'payouts', group: 'State', start: 'On their way', other: 'Came back', show: 'came-back' },
  { tab: 'promotions', group: 'State', start: 'All', other: 'Behind', show: 'behind' },
  { tab: 'referrals', group: 'State', start: 'Needs you', other: 'All', show: 'all' },
]

test('chips choose what lists of the desk show, and the address keeps the choice', async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  for (const { tab, group, start, other, show } of LISTS) {
    await page.goto(`/admin?tab=${tab}&show=${show}`)
    const chips = page.getByRole('group', { name: group, exact: true })
    const chip = (name: string | RegExp) => chips.getByRole('button', { name, exact: true })
    await expect(chip(other)).toHaveAttribute('aria-pressed', 'true')
    await chip(start).click()
    await expect(page).toHaveURL(`/admin?tab=${tab}`)
    await expect(chip(start)).toHaveAttribute('aria-pressed', 'true')
    await chip(other).press('Enter')
    await expect(page).toHaveURL(`/admin?tab=${tab}&show=${show}`)
    await expect(chip(start)).toHaveAttribute('aria-pressed', 'false')
  }
  await page.goto('/admin?tab=promotions')
  const active = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Active \d+$/ })
  await expect(active).toBeVisible() // the number stands behind the word
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
