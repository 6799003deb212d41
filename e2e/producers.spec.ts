import { expect, expectAccessible, test } from './test.ts'

test('producers are sorted by followers, beats or age', async ({ page }) => {
  await page.goto('/producers')
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Most beats')
  await expect(page).toHaveURL('/producers?sort=beats')
  const beats = async () => (await cards.allTextContents()).map((text) => Number(/(\d+) beats?/.exec(text)?.[1]))
  await expect
    .poll(async () => {
      const shown = await beats()
      return shown.length > 5 && shown.every((count, at) => at === 0 || count <= shown[at - 1]!)
    })
    .toBe(true)
})

test('producers of a style are listed under its chip, in the address and without a script', async ({ page }) => {
  await page.goto('/producers')
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  await page.getByRole('group', { name: 'Genre' }).getByText('Italian').click()
  await expect(page).toHaveURL('/producers?style=italian-drill')
  const reply = await page.request.get('/api/users/producers?style=italian-drill')
  const { items } = (await reply.json()) as { items: { displayName: string }[] }
  expect(items.length).toBeGreaterThan(0)
  await expect(cards).toHaveCount(items.length)
  await expect(cards.first()).toContainText(items[0]!.displayName)
  await expectAccessible(page)
  const printed = await (await page.request.get('/producers?style=italian-drill')).text()
  expect(printed).toContain('<title>Italian Drill producers | Slide</title>')
})
