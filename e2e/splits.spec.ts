import type { Page } from '@playwright/test'
import { buyByCard, newBuyer, type Buyer } from './buy.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { addBeat } from './made-beats.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'

let shop: ReturnType<typeof openDatabase>
test.beforeAll(() => {
  shop = openDatabase()
})
test.afterAll(() => shop.close())

const TITLE = 'Two Keys One Lock'

/** A seller with a beat on sale, and somebody to share it with. */
async function sellerAndFriend(page: Page) {
  const owner = await sellerIn(shop.db, page)
  const friend = await newBuyer(page)
  const { id, slug } = await addBeat(shop.db, owner.id, TITLE)
  return { owner, friend, slug, id }
}

/** Not the second line, which names the item for screen readers. */
const row = (page: Page) =>
  page
    .locator('tbody tr, main li')
    .filter({ has: page.getByText(TITLE, { exact: true }) })
    .first()

async function openSplit(page: Page) {
  await page.getByRole('button', { name: `More for ${TITLE}` }).click()
  await page.getByRole('menuitem', { name: 'Split earnings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split earnings' })
  await expect(dialog.getByRole('button', { name: 'Offer these shares' })).toBeEnabled()
  return dialog
}

const pending = async (page: Page, headers: { authorization: string }) =>
  ((await (await page.request.get('/api/me/payouts/summary', { headers })).json()) as { pending: number }).pending

async function accept(page: Page, { headers }: Buyer) {
  const { invitations } = (await (await page.request.get('/api/me/splits', { headers })).json()) as {
    invitations: { id: number }[]
  }
  await expect(await page.request.post(`/api/me/splits/${invitations[0]!.id}/accept`, { headers })).toBeOK()
}

test('a seller offers a share, it is accepted, and a sale is credited to both', async ({ page, complaints }) => {
  const { owner, friend, slug, id } = await sellerAndFriend(page)
  await keepSession(page, owner.email, owner.password)
  await page.goto('/sell')
  const dialog = await openSplit(page)
  const form = dialog.getByRole('form', { name: 'Shares' })
  await expect(form).toContainText('Until then the item can’t be bought.')
  await form.getByRole('button', { name: 'Offer these shares' }).click()
  await expect(form.getByText('Give a name.')).toBeVisible()
  await form.getByLabel('Username of person 1').fill('nobody.by.this.name')
  await form.getByLabel('Percent of person 1').fill('100')
  await form.getByRole('button', { name: 'Offer these shares' }).click()
  await expect(form.getByText('Give 0.01 to 99.99.')).toBeVisible()
  await form.getByLabel('Percent of person 1').fill('33.33')
  await expect(form.getByText('You keep 66.67%')).toBeVisible()
  await form.getByRole('button', { name: 'Offer these shares' }).click()
  await expect(form.getByText('Nobody named nobody.by.this.name can be invited.')).toBeVisible()
  expectRefusal(complaints, 400)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: 'Add a person' }).click()
  await form.getByLabel('Percent of person 2').fill('1')
  await form.getByRole('button', { name: 'Remove person 2' }).click()
  await expect(form.getByText('You keep 66.67%')).toBeVisible()
  await form.getByLabel('Username of person 1').fill(friend.displayName)
  await page.keyboard.press('Enter')
  const waits = dialog.getByRole('region', { name: 'Waits for answers' })
  await expect(waits).toContainText(friend.displayName)
  await expect(waits).toContainText('Invited')
  await expect(waits).toContainText('33.33%')
  await expect(dialog.getByText('This item can’t be bought until everybody has accepted.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(row(page)).toContainText('Waiting for 1 of 1')
  await expect(page.getByText('Waiting for 1 of 1 to accept a share.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const buyer = await newBuyer(page)
  const items = [{ type: 'beat', beatId: id, licenseType: 'MP3' }]
  const preview = await page.request.post('/api/checkout/preview', { headers: buyer.headers, data: { items } })
  expect(await preview.json()).toMatchObject({ lines: [{ state: 'waiting' }] })
  await page.goto(`/track/${slug}`)
  await expect(page.getByText('Not for sale right now')).toBeVisible()
  await expectAccessible(page)

  await keepSession(page, friend.email, friend.password)
  await page.goto('/notifications')
  await page.getByRole('link', { name: /offers you a share/ }).click()
  await expect(page).toHaveURL('/account?tab=splits')
  await expect(page).toHaveTitle('Splits | Account | Slide')
  const offers = page.getByRole('region', { name: 'Offers to you' })
  await expect(offers).toContainText(`${owner.displayName} offers you 33.33%`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await offers.getByRole('button', { name: `Accept the share of ${TITLE}` }).click()
  const shares = page.getByRole('region', { name: 'Your shares' })
  await expect(shares).toContainText(`33.33% of each sale by ${owner.displayName}`)
  await expect(offers).toContainText('Nobody offers you a share right now.')

  await buyByCard(page, buyer, [{ type: 'beat', slug, licenseType: 'MP3' }])
  await page.reload()
  await expect(shares).toContainText('$8.31')
  expect(await pending(page, friend.headers)).toBe(8.31)
  expect(await pending(page, owner.headers)).toBe(16.64)

  await shares.getByRole('button', { name: `Give up the share of ${TITLE}` }).click()
  const asked = page.getByRole('dialog', { name: `Give up your share of “${TITLE}”?` })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Give up' }).click()
  await expect(shares).toContainText('Ended: later sales earn you nothing')
  expect(await pending(page, friend.headers)).toBe(8.31)
})

test('a declined offer is shown to the seller, who takes it back', async ({ page }) => {
  const { owner, friend, slug } = await sellerAndFriend(page)
  await keepSession(page, owner.email, owner.password)
  await page.goto('/sell')
  const dialog = await openSplit(page)
  await dialog.getByLabel('Username of person 1').fill(friend.displayName)
  await dialog.getByLabel('Percent of person 1').fill('50')
  await dialog.getByRole('button', { name: 'Offer these shares' }).click()
  await expect(dialog.getByRole('region', { name: 'Waits for answers' })).toBeVisible()

  await keepSession(page, friend.email, friend.password)
  await page.goto('/account?tab=splits')
  await page.getByRole('button', { name: `Decline the share of ${TITLE}` }).click()
  await expect(page.getByText('Nobody offers you a share right now.')).toBeVisible()

  await keepSession(page, owner.email, owner.password)
  await page.goto('/account?tab=splits')
  await expect(page.getByRole('region', { name: 'Your items that others share' })).toContainText(
    'An offer was declined. It can’t be bought meanwhile.',
  )
  await page.getByRole('link', { name: 'dashboard' }).click()
  await expect(page.getByText('A share was declined.')).toBeVisible()
  await expect(row(page)).toContainText('Not for sale')
  await page.getByRole('button', { name: `Split of ${TITLE}` }).click()
  const again = page.getByRole('dialog', { name: 'Split earnings' })
  await expect(again.getByRole('region', { name: 'Declined', exact: true })).toContainText(friend.displayName)
  await again.getByRole('button', { name: 'Take back' }).click()
  await expect(again.getByRole('region', { name: 'Declined', exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row(page)).toContainText('Published')
  await page.goto(`/track/${slug}`)
  await expect(page.getByText('Not for sale right now')).toBeHidden()
})

test(
  'names are suggested while they are typed, and rows take the focus when they come and go',
  phoneToo,
  async ({ page }) => {
    const { owner } = await sellerAndFriend(page)
    await keepSession(page, owner.email, owner.password)
    await page.goto('/sell')
    const dialog = await openSplit(page)
    const name = (nth: number) => dialog.getByLabel(`Username of person ${nth}`)
    const list = dialog.getByRole('listbox', { name: 'Suggestions' })
    await name(1).pressSequentially('logdr')
    await expect(list.getByRole('option')).toHaveText(['LogDrumLola'])
    await expect(name(1)).toHaveRole('combobox')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape') // the list alone
    await expect(list).toBeHidden()
    await expect(name(1)).toHaveValue('logdr')
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('option')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(name(1)).toHaveValue('LogDrumLola')
    await expect(list).toBeHidden()
    await expect(dialog.getByText('Give 0.01 to 99.99.')).toBeHidden() // nothing was sent

    await dialog.getByRole('button', { name: 'Add a person' }).press('Enter')
    await expect(name(2)).toBeFocused()
    await name(2).pressSequentially('logdr')
    await expect(dialog.getByRole('status').filter({ hasText: 'suggestion' })).toHaveCount(0) // taken by person 1
    await name(2).fill('')
    await name(2).pressSequentially('coldh')
    await list.getByRole('option', { name: 'ColdHarbour' }).click()
    await expect(name(2)).toHaveValue('ColdHarbour')
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await name(3).fill('somebody')
    await dialog.getByRole('button', { name: 'Remove person 2' }).click()
    await expect(name(2)).toBeFocused()
    await expect(name(2)).toHaveValue('somebody')
    await dialog.getByRole('button', { name: 'Remove person 2' }).press('Enter')
    await expect(name(1)).toBeFocused()
    await expect(name(1)).toHaveValue('LogDrumLola')
    await expect(list).toBeHidden() // a name that stands there opens no list
  },
)

test('an open dialog shows the answer to an offer when it arrives', async ({ page }) => {
  const { owner, friend } = await sellerAndFriend(page)
  await keepSession(page, owner.email, owner.password)
  const stream = page.waitForResponse((reply) => reply.url().includes('/api/notifications/stream'))
  await page.goto('/sell')
  const dialog = await openSplit(page)
  await dialog.getByLabel('Username of person 1').fill(friend.displayName)
  await dialog.getByLabel('Percent of person 1').fill('10')
  await dialog.getByRole('button', { name: 'Offer these shares' }).click()
  await expect(dialog.getByRole('region', { name: 'Waits for answers' })).toContainText('Invited')
  await stream
  await accept(page, friend)
  await expect(dialog.getByRole('region', { name: 'Counts now' })).toContainText('Accepted')
  await expect(dialog.getByText('This item can’t be bought until everybody has accepted.')).toBeHidden()
})

test('shares that are typed outlast the end of a split and of an offer', phoneToo, async ({ page, isMobile }) => {
  const { owner, friend, id } = await sellerAndFriend(page)
  const offer = { ownPoints: 9_000, people: [{ handle: friend.displayName, points: 1_000 }] }
  const sent = page.request.put(`/api/me/items/${id}/split`, { headers: owner.headers, data: offer })
  await expect(await sent).toBeOK()
  await accept(page, friend)
  await keepSession(page, owner.email, owner.password)
  await page.goto('/sell')
  const dialog = await openSplit(page)
  const percent = dialog.getByLabel('Percent of person 1')
  await percent.fill('25')
  const end = dialog.getByRole('button', { name: 'End split' })
  await end.click()
  const question = page.getByRole('dialog', { name: 'End this split?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  if (isMobile) await page.goBack() // the question is to be answered
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(end).toBeFocused()
  await expect(percent).toHaveValue('25')

  await dialog.getByRole('button', { name: 'Offer these shares' }).click()
  const waits = dialog.getByRole('region', { name: 'Waits for answers' })
  await expect(waits).toContainText('25%') // shares that are typed before would be offered
  await percent.fill('30')
  await waits.getByRole('button', { name: 'Take back' }).click()
  await expect(waits).toHaveCount(0)
  await expect(percent).toHaveValue('30')
})
