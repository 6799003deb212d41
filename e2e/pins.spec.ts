import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, somebody, test } from './test.ts'

test('a producer pins items from their menus, moves one up, and takes them off', async ({ page, harmless }) => {
  await keepSession(page, 'nachttram@slide.test')
  await page.goto('/profile/me')
  const rows = page.getByRole('list', { name: 'Beats' }).locator(':scope > li')
  const band = page.getByRole('region', { name: /^Pinned by/ })
  const titles = band.getByRole('heading', { level: 2 })
  const choose = async (title: string, entry: string) => {
    await page.getByRole('button', { name: `More about ${title}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await expect(rows.nth(1)).toBeVisible()
  const count = await rows.count()
  const named = await rows.getByRole('button', { name: /^More about / }).all()
  const [first, second] = await Promise.all(
    named.map(async (menu) => ((await menu.getAttribute('aria-label')) ?? '').replace('More about ', '')),
  )
  await choose(first!, 'Pin to profile')
  await expect(titles).toHaveText([first!])
  await expect(rows).toHaveCount(count - 1) // the list does not repeat it
  await choose(second!, 'Pin to profile')
  await expect(titles).toHaveText([first!, second!])
  await expect(rows).toHaveCount(count - 2) // its row and its menu there are gone
  await choose(second!, 'Move up among pinned')
  await expect(titles).toHaveText([second!, first!])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('combobox', { name: 'Sort' }).selectOption('New')
  await expect(band).toHaveCount(0)
  await expect(rows).toHaveCount(count)
  await page.goBack()
  await expect(titles).toHaveText([second!, first!])

  // the list leaves them out, so it says when they are missing
  harmless.push(/status of 400/)
  const pins = '**/api/users/*/pinned'
  await page.route(pins, (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await expect(page.getByText('Couldn’t load what is pinned.')).toBeVisible()
  await expect(page.getByText('No beats uploaded yet')).toHaveCount(0)
  await page.unroute(pins)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titles).toHaveText([second!, first!])
  await choose(second!, 'Unpin from profile')
  await expect(titles).toHaveText([first!])
  await expect(rows).toHaveCount(count - 1)
  await choose(first!, 'Unpin from profile')
  await expect(band).toHaveCount(0)
  await expect(rows).toHaveCount(count)
})

test('the feed shows items of followed people, and leads on while there are none', async ({ page }) => {
  const fan = somebody()
  await page.request.post('/api/auth/register', { data: fan })
  await page.goto('/browse')
  await expect(page.getByRole('link', { name: 'New from people you follow' })).toBeHidden()
  await keepSession(page, fan.email, fan.password)
  await page.goto('/browse')
  await page.getByRole('link', { name: 'New from people you follow' }).click()
  await expect(page).toHaveURL('/following')
  await expect(page.getByText('Nothing here yet. Follow producers, and their new items show up here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Find producers' }).click()
  const followed = page.waitForResponse(
    (reply) => reply.url().includes('/api/follow/') && reply.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Follow Betonwerk' }).click()
  await followed // the button shows it before
  await page.goto('/following')
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const text of await cards.allTextContents()) expect(text).toContain('Betonwerk')
  await page.getByRole('group', { name: 'Kind' }).getByText('Beats').click()
  await expect(page).toHaveURL('/following?type=beats')
  await expect(cards.filter({ has: page.locator('[href^="/kit/"], [href^="/pack/"]') })).toHaveCount(0)
  await expect(cards.first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
