import { STYLES } from '#contract/styles.ts'
import { expect, expectAccessible, expectRefusal, test } from './test.ts'

test('each of the thirteen styles is a filter', async ({ page }) => {
  await page.goto('/browse')
  const chips = page.getByRole('group', { name: 'Genre' })
  await expect(chips.getByRole('button').or(chips.getByRole('link'))).toHaveText(
    Object.values(STYLES).map((title) => title.replace(' Drill', '')),
  )
  await chips.getByText('Brazilian').click()
  await expect(page).toHaveURL(/style=brazilian-drill/)
  await expect(page.getByRole('article').first()).toContainText('BRA')
})

test('the style of an item leads to the page of that style', async ({ page }) => {
  await page.goto('/track/stairwell-sermon')
  await page.getByRole('link', { name: /UK Drill beat/ }).click()
  await expect(page).toHaveURL('/styles/uk-drill')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UK Drill')
})

test('a style is found in any letter case, and an unknown one says so', async ({ page, complaints }) => {
  await page.goto('/styles/UK-Drill?priceMax=20')
  await expect(page).toHaveURL('/styles/uk-drill?priceMax=20')
  for (const unknown of ['moon-drill', 'toString', 'x'.repeat(200)]) {
    expect((await page.goto(`/styles/${unknown}`))!.status()).toBe(404)
    expectRefusal(complaints, 404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t know this style.')
    await expect(page).toHaveTitle('No such style | Slide')
  }
  await expectAccessible(page)
  const known = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(known).toHaveText(Object.values(STYLES))
  await known.last().click()
  await expect(page).toHaveURL('/styles/brazilian-drill')
})
