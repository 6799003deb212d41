import type { License } from '#contract/licenses.ts'
import { addLicense, buy, card, cartOf, chooser, declineSignIn, inCart, stored } from './shelves.ts'
import { expect, expectAccessible, keepSession, test } from './test.ts'

test('an item in the cart leads there, and another license of it takes its place after asking', async ({ page }) => {
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  const said = page.getByText('Added to cart')
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(said).toBeHidden({ timeout: 2_000 }) // else it would lie over the prices of a phone
  await page.goBack()
  const beat = card(page, 'Beats')
  await expect(inCart(beat)).toHaveAttribute('href', '/checkout')
  await beat.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('menuitem', { name: 'View cart' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Buy License' })).toBeHidden()
  await page.keyboard.press('Escape')

  await beat.getByRole('heading').getByRole('link').click()
  const licensing = page.getByRole('region', { name: 'Licensing' })
  const viewCart = licensing.getByRole('link', { name: 'In your cart: view it' }).first()
  await licensing.getByRole('radio', { name: /MP3 Lease/ }).check({ force: true })
  await expect(viewCart).toBeVisible()
  await licensing.getByRole('radio', { name: /WAV Lease/ }).check({ force: true })
  const add = licensing.getByRole('button', { name: 'Add to cart' }).first()
  await add.click()
  const question = page.getByRole('dialog', { name: 'Replace the license in your cart?' })
  await expect(question).toContainText(
    / is in your cart with MP3 Lease \(\$[\d.]+\)\. WAV Lease \(\$[\d.]+\) takes its place\./,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await stored(page)).map(({ id }) => id)).toEqual([expect.stringMatching(/^beat:\d+:MP3$/)])
  await add.click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(cartOf(page, '1 item')).toBeVisible()
  expect((await stored(page)).map(({ id }) => id)).toEqual([expect.stringMatching(/^beat:\d+:WAV$/)])
  await viewCart.click()
  await expect(page).toHaveURL('/checkout')
})

test('own items show their price and can’t be put into the cart', async ({ page }) => {
  await keepSession(page, 'producer@slide.test')
  await page.goto('/')
  const beat = card(page, 'Beats')
  await expect(beat).toContainText('ColdHarbour') // producer@slide.test
  await expect(beat.getByText(/is your own/)).toBeAttached()
  await expect(buy(beat)).toBeHidden()
  await beat.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Buy License' })).toBeHidden()
  await page.keyboard.press('Escape')
  await beat.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Licensing' })).toContainText('This beat is your own.')
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeHidden()
})

test('a subscription in the cart stands alone', async ({ page }) => {
  await page.goto('/')
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

test('two tabs show the same cart, even when one missed the other’s event', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await buy(card(page, 'Kits')).click()
  await expect(cartOf(other, '1 item')).toBeVisible()
  await expect(inCart(card(other, 'Kits'))).toBeVisible()
  // a tab that misses the event reads the cart before its next write
  const deaf = await context.newPage()
  await deaf.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation()))
  await deaf.goto('/')
  await page.evaluate(() => localStorage.removeItem('cart.v1'))
  await expect(cartOf(other, '0 items')).toBeVisible()
  await buy(card(other, 'Packs')).click()
  await chooser(other).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartOf(other, '1 item')).toBeVisible()
  await buy(card(deaf, 'Packs')).click()
  await chooser(deaf).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(deaf.getByText('You already added this pack to the cart')).toBeVisible()
  await deaf.keyboard.press('Escape')
  await expect(cartOf(deaf, '1 item')).toBeVisible()
  await expect(cartOf(page, '1 item')).toBeVisible()
})

test('the checkout checks again after another tab chose another license of a pack', async ({ page, context }) => {
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
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(`Total$${wav.price.toFixed(2)}`)
  await expect.poll(async () => (await stored(page))[0]?.price).toBe(wav.price)
})

test('notes about changes in the cart stay after signing in', async ({ page }) => {
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  await expect(cartOf(page, '1 item')).toBeVisible()
  await page.evaluate(() => {
    const [beat] = JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as Record<string, unknown>[]
    localStorage.setItem('cart.v1', JSON.stringify([{ ...beat, price: 3.5 }]))
  })
  await page.goto('/checkout')
  const line = page.locator('main li') // the dialog covers the line
  await expect(line).toContainText('Price changed from $3.50')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('buyer@slide.test')
  await dialog.getByLabel('Password', { exact: true }).fill('slide-demo-140')
  const asked = page.waitForResponse(/\/api\/checkout\/preview$/)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await (await asked).finished()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(line).toContainText('Price changed from $3.50')
})

test('an own item in the cart can’t be paid', async ({ page }) => {
  await page.goto('/')
  await addLicense(page, 'Beats', /MP3 Lease/)
  await expect(cartOf(page, '1 item')).toBeVisible()
  await page.goto('/checkout')
  await declineSignIn(page)
  const summary = page.getByRole('region', { name: 'Payment' })
  await expect(summary).not.toContainText('Total$0.00')
  const [line] = await stored(page)
  const item = await page.request.get(`/api/beats/${line!.id.split(':')[1]}`)
  const { artistName } = (await item.json()) as { artistName: string }
  expect(artistName).toBe('ColdHarbour') // producer@slide.test
  await keepSession(page, 'producer@slide.test')
  await page.goto('/checkout')
  await expect(page.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toContainText('This beat is your own')
  await expect(summary).toContainText('Total$0.00')
})

test('a browser without storage keeps the cart for this page', async ({ page }) => {
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

test('Buy now puts only this item into the checkout; removing and today’s prices work there', async ({ page }) => {
  await page.goto('/')
  await buy(card(page, 'Kits')).click()
  await expect(cartOf(page, '1 item')).toBeVisible()
  await buy(card(page, 'Beats')).click()
  await chooser(page).getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('/checkout')
  await declineSignIn(page)
  const lines = page.getByRole('list', { name: 'Cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)

  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Tax$0.00')
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
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(`Total$${line?.price}`)
  await expect.poll(async () => (await stored(page))[0]?.price).toBe(line?.price)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Long gone from the cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await lines.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page).toHaveURL('/browse')
})
