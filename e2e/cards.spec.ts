import { buy, card, cartOf, chooser } from './shelves.ts'
import { expect, expectAccessible, expectRefusal, test } from './test.ts'

test('failing licenses show an error and can be loaded again', async ({ page, complaints }) => {
  await page.goto('/')
  let reply = { status: 500, json: {} as unknown }
  await page.route('**/api/beats/*/licenses', (route) => route.fulfill(reply))
  await buy(card(page, 'Beats')).click()
  await expect(chooser(page).getByText('Loading licenses…')).toBeVisible()
  await expect(chooser(page).getByText('Failed to load licenses')).toBeVisible()
  for (let tries = 0; tries < 2; tries++) expectRefusal(complaints, 500)
  await expectAccessible(page)
  reply = { status: 200, json: [] }
  await chooser(page).getByRole('button', { name: 'Try again' }).click()
  await expect(chooser(page).getByText('No licenses available for this item.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chooser(page)).toBeHidden()
  await expect(buy(card(page, 'Beats'))).toBeFocused()
})

test('the price that is pressed is the price that is chosen', async ({ page }) => {
  await page.goto('/')
  for (const kind of ['Beats', 'Packs'] as const) {
    const price = /\$[\d.]+/.exec(await buy(card(page, kind)).innerText())![0]
    await buy(card(page, kind)).click()
    await expect(chooser(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/MP3 Lease/)
    await expect(chooser(page).getByText('Total').locator('..')).toContainText(price)
    await page.keyboard.press('Escape')
    await expect(chooser(page)).toBeHidden()
  }
})

test('the menu of a card shares, copies and adds to the playlist', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const choose = async (kind: 'Beats' | 'Packs' | 'Kits', entry: string) => {
    await card(page, kind)
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await card(page, 'Beats')
    .getByRole('button', { name: /^More about/ })
    .press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Share',
    'Go to track',
    'Go to Artist Profile',
    'Buy License',
    'Play next',
    'Add to queue',
    'Add to playlist',
    'Report',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card(page, 'Beats').getByRole('button', { name: /^More about/ })).toBeFocused()

  await choose('Beats', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share Track' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Copy marketplace url' }).click()
  await expect(page.getByText('Marketplace URL copied!')).toBeVisible()
  expect(await clipboard()).toMatch(/^http.+\/track\/stairwell-sermon$/)
  await dialog.getByRole('button', { name: 'Copy embed code' }).click()
  await expect(page.getByText('Embed code copied!')).toBeVisible()
  expect(await clipboard()).toMatch(/^<iframe src="http.+\/track\/stairwell-sermon\/embed" .*height="180"/)
  await expect(dialog.getByRole('link', { name: /Facebook/ })).toHaveAttribute('href', /sharer.+stairwell-sermon/)
  await expect(dialog.getByRole('link', { name: /on X/ })).toHaveAttribute('href', /x\.com.+stairwell-sermon/)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })
  await dialog.getByRole('button', { name: 'Copy marketplace url' }).click()
  await expect(page.getByText('Failed to copy')).toBeVisible()
  await page.keyboard.press('Escape')

  await choose('Beats', 'Add to playlist')
  await expect(page.getByText('Added to playlist')).toBeVisible()
  await choose('Packs', 'Add to playlist')
  await expect(page.getByText('Pack added to playlist')).toBeVisible()
  await choose('Kits', 'Add to playlist')
  await expect(page.getByText('Kits can’t be added to the playlist.')).toBeVisible()
  const playlist = await page.evaluate(() => JSON.parse(localStorage.getItem('slide.playlist') ?? '[]') as unknown[])
  expect(playlist.length).toBeGreaterThan(1)
  expect(playlist[0]).toMatchObject({ title: 'Stairwell Sermon', audioUrl: expect.any(String) })

  await choose('Packs', 'Buy (choose license)')
  await expect(chooser(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('Kits', 'Add to cart')
  await expect(cartOf(page, '1 item')).toBeVisible()
})

test('a guest’s like waits for the sign-in; then every view shows it, and a failure reverts it', async ({
  page,
  request,
  complaints,
}) => {
  const person = `likes-${process.pid.toString(36)}-${Date.now().toString(36)}`
  const account = { email: `${person}@slide.test`, displayName: person.slice(0, 30), password: 'windows lit at night' }
  expect((await request.post('/api/auth/register', { data: account })).ok()).toBe(true)
  await page.goto('/')
  const heart = card(page, 'Packs').getByRole('button', { name: /^Like/ })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(page.getByText('Please sign up to like this item')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(account.email)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Successfully liked')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await page.evaluate(() =>
    document.addEventListener('likes:changed', (event) =>
      Object.assign(window, { told: (event as CustomEvent<unknown>).detail }),
    ),
  )
  await heart.click()
  await expect(page.getByText('Successfully unliked')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => (window as unknown as { told: unknown }).told)).toMatchObject({
    kind: 'PACK',
    liked: false,
  })
  await page.route('**/api/packs/*/like', (route) => route.fulfill({ status: 500, json: {} }))
  await heart.click()
  await expect(page.getByText("Couldn't update like. Please try again.")).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expectRefusal(complaints, 500)
})
