import type { Locator, Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { addBeat } from './made-beats.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, phoneOnly, test } from './test.ts'

// Screens that no journey opens on a phone: their tests run on the desktop.

/** A screen, with its lists, in the width of a phone. */
async function expectFit(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.bone, [role=status][aria-busy]'), 'nothing is on its way').toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('the tabs of the account fit a phone', phoneOnly, async ({ page }) => {
  await keepSession(page, 'growth@slide.test')
  for (const tab of ['username', 'email', 'password', 'socials', 'splits', 'codes', 'data'])
    await expectFit(page, `/account?tab=${tab}`)
})

test('the desk fits a phone', phoneOnly, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  for (const tab of [
    'reports',
    'payouts',
    'promotions',
    'codes',
    'worklist',
    'referrals',
    'announcements',
    'mail',
    'search',
    'settings',
    'audit',
  ])
    await expectFit(page, `/admin?tab=${tab}`)
  await expectFit(page, '/sandbox')
})

test('long names widen no page, on the narrowest phone', phoneOnly, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/track/utica-after-dark')
  await page.locator('main').getByRole('button', { name: 'Add to cart' }).click()
  await keepSession(page, 'producer@slide.test')
  for (const path of [
    '/',
    '/track/utica-after-dark',
    '/kit/hats-in-sixes',
    '/checkout',
    '/account?tab=splits',
    '/profile/me',
  ]) {
    await page.goto(path)
    await expect(page.locator('.bone, [role=status][aria-busy]')).toHaveCount(0)
    await lengthenNames(page)
    await expectNoSidewaysScroll(page)
  }
})

test('a handle on the narrowest phone stays on one line, or breaks at a sign', phoneOnly, async ({ page }) => {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await keepSession(page, person.email, person.password)
  const heading = page.getByRole('heading', { level: 1 })
  for (const [handle, lines] of [
    ['BetonwerkX', /^\S+$/],
    ['MOTORWAYMAN', /^\S+$/],
    ['Betonwerk_Duo1', /^\S+$/],
    ['ColdHarbourLane_Duo', /^\S+$/],
    ['ColdHarbourLane_And_Friends_14', /^\S+_ \S+$/],
  ] as const) {
    await db.updateTable('account').set({ handle, plan: 'pro' }).where('id', '=', person.id).execute()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto('/profile/me')
      await expect(heading).toHaveText(handle)
      expect((await linesOf(heading)).join(' '), `at ${width} px`).toMatch(lines)
    }
  }
  await close()
})

test(
  'a long name without a gap widens no page, and a title from the right shows its beginning',
  phoneOnly,
  async ({ page }) => {
    const { db, close } = openDatabase()
    const [seller, buyer] = [await sellerIn(db, page), await sellerIn(db, page)]
    for (const { id } of [seller, buyer]) {
      const handle = `${'W'.repeat(24)}${id}`
      await db.updateTable('account').set({ handle }).where('id', '=', id).execute()
    }
    const { id, slug } = await addBeat(db, seller.id, 'Long Night')
    const title = 'ليلة طويلة في المدينة القديمة مع موسيقى الدريل والسيارات السريعة'
    await db.updateTable('item').set({ title }).where('id', '=', id).execute()
    await close()
    const { headers } = buyer
    const said = await page.request.post(`/api/beats/${id}/comments`, { headers, data: { text: 'Hard.' } })
    await expect(said).toBeOK()
    const { orderId } = await buyByCard(page, buyer, [{ type: 'beat', slug, licenseType: 'MP3' }])
    const bought = await page.request.get('/api/purchases/mine', { headers })
    const [purchase] = (await bought.json()) as { purchaseId: number; licenseNumber: string }[]
    await keepSession(page, buyer.email, buyer.password)
    for (const path of [
      `/track/${slug}`,
      `/order/complete?orderId=${orderId}`,
      `/license/${purchase!.licenseNumber}`,
      `/library?item=${purchase!.purchaseId}`,
    ]) {
      await page.goto(path)
      await expect(page.getByText(/^W{24}/).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    const name = page.getByRole('complementary', { name: 'Chosen item' }).getByText(/^W{24}/)
    const { x, width } = (await name.boundingBox())!
    expect(x + width, 'the panel cuts nothing off').toBeLessThanOrEqual(390)
    await page.goto('/library')
    const row = page.getByRole('region', { name: 'Beats' }).getByText(title)
    await expect(row).toBeVisible()
    expect(await row.evaluate((span) => span.scrollWidth > span.clientWidth), 'it is cut').toBe(true)
    expect(await startsInside(row)).toBe(true)
  },
)

/** Whether the first letter is inside of the box that cuts the text. */
const startsInside = (cut: Locator) =>
  cut.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild!, 0)
    range.setEnd(element.firstChild!, 1)
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return letter.left >= box.left - 1 && letter.right <= box.right + 1
  })

/** The text of each line as it is drawn. */
const linesOf = (element: Locator) =>
  element.evaluate((shown) => {
    const lines = new Map<number, string>()
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      for (let at = 0; at < node.nodeValue!.length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        lines.set(top, (lines.get(top) ?? '') + node.nodeValue!.charAt(at))
      }
    }
    return [...lines.values()]
  })

/** Names of people, items and files are cut where they don't fit. */
const lengthenNames = (page: Page) =>
  page.locator('.truncate').evaluateAll((cut) => {
    for (const element of cut) {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (text) text.nodeValue = 'Worldwide Midnight Motorway Tapes, Volume Twelve'
    }
  })

test('lists of the shop and pages of a purchase fit a phone', phoneOnly, async ({ page }) => {
  const buyer = await newBuyer(page)
  const { headers } = buyer
  await buyByCard(page, buyer, [{ type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' }])
  const bought = await page.request.get('/api/purchases/mine', { headers })
  const [purchase] = (await bought.json()) as { purchaseId: number; licenseNumber: string }[]
  const data = { reason: 'broken', text: 'The MP3 ends after a minute.' }
  const told = await page.request.post(`/api/purchases/${purchase!.purchaseId}/problem`, { headers, data })
  const problem = (await told.json()) as { id: number }
  await keepSession(page, buyer.email, buyer.password)
  for (const path of [
    '/search',
    '/search?q=plattenbxxxz',
    '/following',
    `/license/${purchase!.licenseNumber}`,
    '/problems',
    `/problems/${problem.id}`,
    '/profile/me?tab=packs',
  ])
    await expectFit(page, path)
  const found = await page.request.get('/api/users/producers?q=PitkinSound')
  const { items } = (await found.json()) as { items: { id: number }[] }
  await page.goto(`/profile/${items[0]!.id}`)
  const facts = page.getByRole('tabpanel').getByRole('listitem').locator('p .truncate')
  await expect(facts).toHaveCount(3)
  const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)
  expect(await facts.evaluateAll(cut), 'tempo, key and length are not cut').toEqual([])
})

test('the forms of uploads fit a phone', phoneOnly, async ({ page }) => {
  await keepSession(page, 'buyer@slide.test')
  for (const [tab, send] of [
    ['pack', 'Upload Pack'],
    ['kit', 'Upload Kit'],
  ] as const)
    await test.step(tab, async () => {
      await page.goto(`/upload?tab=${tab}`)
      await page.getByRole('button', { name: send }).click()
      await expect(page.getByText(/fields need you/)).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
})
