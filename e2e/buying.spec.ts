import type { Locator, Page } from '@playwright/test'
import type { License } from '#contract/licenses.ts'
import { expect, expectAccessible, expectRefusal, signIn, test } from './test.ts'

const shelf = (page: Page, kind: 'Beats' | 'Packs' | 'Kits') => page.getByRole('region', { name: `Featured ${kind}` })
const card = (page: Page, kind: 'Beats' | 'Packs' | 'Kits') => shelf(page, kind).getByRole('article').first()
const buy = (where: Locator) => where.getByRole('link', { name: /^Buy / })
const cartOf = (page: Page, items: string) => page.getByRole('link', { name: `Cart, ${items}` })
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose License' })
/** The plain field, and the combobox that it becomes. */
const headerBox = (page: Page) => page.getByRole('banner').locator('input[name=q]')
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as { id: string; price: number }[])

/** Which of these licences of a card, into the cart. */
async function addLicense(page: Page, kind: 'Beats' | 'Packs', name: RegExp) {
  await buy(card(page, kind)).click()
  await chooser(page).getByRole('radio', { name }).check({ force: true })
  await chooser(page).getByRole('button', { name: 'Add to Cart' }).click()
}

/** A guest who only wants to look at the cart. */
async function declineSignIn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** On by Tab until it is there. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('by mouse: a suggestion, a card, a licence, the cart, the checkout', async ({ page, isMobile }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  if (isMobile) await header.getByRole('link', { name: 'Search' }).click()
  const form = page.getByRole('search', { name: 'Search Slide' }).filter({ visible: true })
  const box = form.getByLabel('Search', { exact: true })
  await box.click()
  await box.pressSequentially('stairw')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('group', { name: 'Items' }).getByRole('option').first()).toContainText('Stairwell Sermon')
  await expectAccessible(page)
  await list.getByRole('option', { name: 'Stairwell Sermon' }).click()
  await expect(page).toHaveURL('/track/stairwell-sermon')
  await expect(list).toBeHidden()

  await page.getByRole('link', { name: 'Slide, home' }).click()
  await addLicense(page, 'Beats', /MP3 Lease/)
  await expect(page.getByText('Added to cart')).toBeVisible()
  await expect(chooser(page)).toBeHidden()
  await buy(card(page, 'Kits')).click()
  await expect(page.getByText('Kit added to cart')).toBeVisible()
  await cartOf(page, '2 items').click()
  await expect(page).toHaveURL('/checkout')
  await declineSignIn(page)
  await expect(page.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toHaveCount(2)
})

test('by keyboard alone: the same way, with the licence chosen by arrows', async ({ page, isMobile }) => {
  await page.goto('/')
  if (isMobile) {
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Search' }))
    await page.keyboard.press('Enter')
  } else await tabTo(page, headerBox(page))
  const box = page.getByRole('combobox', { name: 'Search' }).filter({ visible: true })
  await expect(box).toBeFocused()
  await page.keyboard.type('stairwell')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('option').first()).toContainText('Stairwell Sermon')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Stairwell Sermon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/track/stairwell-sermon')
  await page.goBack()

  const price = buy(card(page, 'Beats'))
  await tabTo(page, price)
  await page.keyboard.press('Enter')
  await expect(chooser(page).getByRole('radio', { checked: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  const chosen = chooser(page).getByRole('radio', { checked: true })
  const name = /^\S+/.exec((await chosen.locator('..').innerText()).trim())?.[0] ?? ''
  await tabTo(page, chooser(page).getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')
  await expect(chooser(page)).toBeHidden()
  await expect(price).toBeFocused()
  await tabTo(page, cartOf(page, '1 item'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await declineSignIn(page)
  await expect(page.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toContainText(name)
})

test('the list of suggestions: arrows go round, Escape closes, Enter searches, words are asked for once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/suggestions') && asked.push(request.url().split('q=')[1]!))
  await page.goto('/')
  const box = headerBox(page)
  await box.focus()
  await expect(box).toHaveRole('combobox')
  await page.keyboard.type('uk drill')
  const options = page.getByRole('option')
  await expect(page.getByRole('group', { name: 'Styles' })).toContainText('UK Drill')
  expect(asked.length).toBeLessThan('uk drill'.length)
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('uk drill')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=uk+drill')
  await expect(page.getByRole('listbox')).toHaveCount(0) // the page of results has options of its own
})

test('without script the header searches, and prices lead to where it is sold', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(buy(card(page, 'Beats'))).toHaveAttribute('href', '/track/stairwell-sermon')
  await page.setViewportSize({ width: 1200, height: 800 })
  await headerBox(page).fill('frost')
  await headerBox(page).press('Enter')
  await expect(page).toHaveURL('/search?q=frost')
  await context.close()
})

test('nothing twice; a beat’s other licence is another thing, a pack’s is not; a subscription stays alone', async ({
  page,
}) => {
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  await addLicense(page, 'Beats', /WAV Lease/)
  await expect(cartOf(page, '2 items')).toBeVisible()
  await addLicense(page, 'Beats', /WAV Lease/)
  await expect(page.getByText('You already added this beat to the cart')).toBeVisible()
  await page.keyboard.press('Escape')
  await addLicense(page, 'Packs', /MP3 Lease/)
  await addLicense(page, 'Packs', /WAV Lease/)
  await expect(page.getByText('You already added this pack to the cart')).toBeVisible()
  await page.keyboard.press('Escape')
  await buy(card(page, 'Kits')).click()
  await expect(page.getByText('Kit added to cart')).toBeVisible()
  await buy(card(page, 'Kits')).click()
  await expect(page.getByText('You already added this kit to the cart')).toBeVisible()
  await expect(cartOf(page, '4 items')).toBeVisible()

  await page.evaluate(() =>
    localStorage.setItem(
      'cart.v1',
      JSON.stringify([
        { id: 'subscription:pro', type: 'subscription', title: 'Pro', price: 19.99, planId: 'pro', planName: 'Pro' },
        { id: 'beat:1:MP3', type: 'beat', title: 'no licence' },
        'nonsense',
      ]),
    ),
  )
  await page.reload()
  await expect(cartOf(page, '1 item')).toBeVisible()
  await buy(card(page, 'Kits')).click()
  await expect(
    page.getByText('You cannot add other items while a subscription is in the cart. Please checkout separately.'),
  ).toBeVisible()
})

test('two tabs agree, even when one did not hear of the other', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await buy(card(page, 'Kits')).click()
  await expect(cartOf(other, '1 item')).toBeVisible()
  await buy(card(other, 'Kits')).click()
  await expect(other.getByText('You already added this kit to the cart')).toBeVisible()
  // written without an event: read again before the next write
  await other.evaluate(() => localStorage.setItem('cart.v1', '[]'))
  await other.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'cart.v1' })))
  await expect(cartOf(other, '0 items')).toBeVisible()
  await expect(cartOf(page, '0 items')).toBeVisible()
})

test('the checkout asks again when another tab has chosen another license of a pack', async ({ page, context }) => {
  await page.goto('/')
  await addLicense(page, 'Packs', /MP3 Lease/)
  await expect(cartOf(page, '1 item')).toBeVisible()
  await page.goto('/checkout')
  await declineSignIn(page)
  const line = page.getByRole('list', { name: 'Cart' }).getByRole('listitem')
  await expect(line).toContainText('MP3 Lease')
  const [pack] = await stored(page)
  const licenses = (await (await page.request.get(`/api/packs/${pack?.id.split(':')[1]}/licenses`)).json()) as License[]
  const wav = licenses.find(({ type }) => type === 'WAV')!
  const other = await context.newPage()
  await other.goto('/about')
  await other.evaluate(({ id, name, type }) => {
    const [old] = JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as Record<string, unknown>[]
    const chosen = { ...old, licenseId: id, licenseName: name, licenseType: type, price: 3.5 }
    localStorage.setItem('cart.v1', JSON.stringify([chosen]))
  }, wav)
  await expect(line).toContainText('WAV Lease')
  await expect(line).toContainText(`Price changed from $3.50 to $${wav.price.toFixed(2)}`)
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(`Total$${wav.price.toFixed(2)}`)
  await expect.poll(async () => (await stored(page))[0]?.price).toBe(wav.price)
})

test('what has changed in the cart stays told to who signs in', async ({ page }) => {
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  await expect(cartOf(page, '1 item')).toBeVisible()
  await page.evaluate(() => {
    const [beat] = JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as Record<string, unknown>[]
    localStorage.setItem('cart.v1', JSON.stringify([{ ...beat, price: 3.5 }]))
  })
  await page.goto('/checkout')
  const line = page.locator('main li') // the dialog lies over it
  await expect(line).toContainText('Price changed from $3.50')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('buyer@slide.test')
  await dialog.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  const asked = page.waitForResponse(/\/api\/beats\/\d+\/licenses$/)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await (await asked).finished()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(line).toContainText('Price changed from $3.50')
})

test('a browser that keeps nothing has a cart for this page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  await buy(card(page, 'Kits')).click()
  await expect(cartOf(page, '2 items')).toBeVisible()
})

test('buy now is this alone, and the checkout: empty, removed, with prices of today', async ({ page, complaints }) => {
  await page.goto('/')
  await buy(card(page, 'Kits')).click()
  await expect(cartOf(page, '1 item')).toBeVisible()
  await buy(card(page, 'Beats')).click()
  await chooser(page).getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('/checkout')
  await declineSignIn(page)
  const lines = page.getByRole('list', { name: 'Cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(page.getByText('Paying opens soon.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Tax$0.00')
  await expectAccessible(page)

  const [line] = await stored(page)
  await page.evaluate(() => {
    const [beat] = JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as Record<string, unknown>[]
    const sold = { ...beat, id: 'beat:987654:MP3', beatId: 987_654, licenseType: 'MP3', title: 'Long gone' }
    localStorage.setItem('cart.v1', JSON.stringify([{ ...beat, price: 3.5 }, sold]))
  })
  await page.reload()
  await declineSignIn(page)
  await expect(lines.first()).toContainText(`Price changed from $3.50 to $${line?.price}`)
  await expect(lines.last()).toContainText('No longer available')
  expectRefusal(complaints, 404)
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(`Total$${line?.price}`)
  await expect.poll(async () => (await stored(page))[0]?.price).toBe(line?.price)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Long gone from the cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await lines.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page).toHaveURL('/browse')
})

test('licences that can’t be had are told, and can be asked for again', async ({ page, complaints }) => {
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

test('a card’s menu shares, copies, and fills the playlist', async ({ page, context }) => {
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
    'Add to playlist',
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

test('a guest’s like waits for the sign-in; then every view of the item shows it, and a failure takes it back', async ({
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
  await expectAccessible(page)

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

test('the account menu shows the referral link', async ({ page, context, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'producer@slide.test')
  const open = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Referral' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Referral' })
  await expect(dialog.getByText('Referral credits')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy referral link' }).click()
  await expect(page.getByText('Referral link copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.+\/register\?ref=.+/)
  await page.reload()
  await page.route('**/api/me/referral', (route) => route.fulfill({ status: 500, json: {} }))
  await open()
  await expect(dialog.getByText('Failed to load referral info')).toBeVisible()
  for (let tries = 0; tries < 2; tries++) expectRefusal(complaints, 500)
})
