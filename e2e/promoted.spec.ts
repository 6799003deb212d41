import type { Page } from '@playwright/test'
import { openDatabase, sellerIn } from './earner.ts'
import { askFresh, freshHost } from './fresh-pages.ts'
import { addBeat, soundOfDemo } from './made-beats.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, phoneToo, test } from './test.ts'

// a browser that tests drive calls itself a program, and programs don't count
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

const DAY = 24 * 60 * 60_000
const { db, close } = openDatabase()
test.afterAll(close)

type Tier = 'standard' | 'premium' | 'spotlight'
let made = 0

/** A new seller's beat, too slow and too old for the lists that other tests count, and its running promotion. */
async function promote(page: Page, tier: Tier) {
  const person = await sellerIn(db, page)
  const ownerId = person.id
  const { styleId } = await soundOfDemo(db)
  const title = `Night Bus ${process.pid}-${++made}`
  const over = { styleId, publishedAt: new Date(Date.now() - 60 * DAY) }
  const { id: itemId } = await addBeat(db, ownerId, title, over)
  // a list of less than five items has no place for a promoted one
  for (const nth of [1, 2, 3, 4, 5]) await addBeat(db, ownerId, `Depot ${process.pid}-${made}-${nth}`, over)
  const startedAt = new Date()
  const endsAt = new Date(startedAt.getTime() + 7 * DAY)
  const { id } = await db
    .insertInto('promotion')
    .values({
      accountId: ownerId,
      itemId,
      tier,
      days: 7,
      guaranteed: 1_000_000,
      priceCents: 100,
      paidCents: 100,
      creditCents: 0,
      startedAt,
      endsAt,
      lastsUntil: endsAt,
      dueAt: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const style = await db.selectFrom('style').where('id', '=', styleId!).select('title').executeTakeFirstOrThrow()
  const figures = () =>
    db.selectFrom('promotion').where('id', '=', id).select(['delivered', 'clicks', 'plays']).executeTakeFirstOrThrow()
  /** Ends it, and takes the items of its seller out of the shop. */
  async function end() {
    await db
      .updateTable('promotion')
      .set({ state: 'ended', endedAt: new Date(), endedFor: 'canceled', dueAt: null })
      .where('id', '=', id)
      .execute()
    await db.updateTable('item').set({ status: 'paused' }).where('ownerId', '=', ownerId).execute()
  }
  return { ...person, id, itemId, ownerId, title, style: style.title, figures, end }
}

const placeOf = (page: Page, { itemId }: { itemId: number }) => page.locator(`[data-promoted="${itemId}"]`)

/** Opens a page with the promotion on it. Others may have been drawn for pages before, or the shop may not know it yet. */
async function openWith(page: Page, path: string, one: { itemId: number }) {
  let host = ''
  const isDrawn = async () => {
    host = freshHost()
    const text = await (await askFresh(page.request, path, host)).text()
    return text.includes(`data-promoted="${one.itemId}"`)
  }
  await expect.poll(isDrawn, { timeout: 60_000 }).toBe(true)
  await page.goto(`http://${host}${path}`)
  await expect(placeOf(page, one)).toHaveCount(1)
}

test('a spotlight is seen on every page, marked, and takes no rank', phoneToo, async ({ page }) => {
  const one = await promote(page, 'spotlight')
  try {
    const place = placeOf(page, one)
    for (const path of ['/browse', '/', '/charts']) {
      await openWith(page, path, one)
      await expect(place.getByText('Promoted', { exact: true }), path).toBeAttached()
      await expect(page.getByRole('link', { name: one.title, exact: true }), 'once on a page').toHaveCount(1)
      await expectNoSidewaysScroll(page)
    }
    const ranks = await page.getByRole('region', { name: 'Results' }).locator('li .disp.num').allInnerTexts()
    expect(ranks.filter(Boolean)).toEqual(ranks.filter(Boolean).map((_, index) => String(index + 1)))
    await expectAccessible(page)
  } finally {
    await one.end()
  }
})

/** The demo's styles and searches are small, and show an item by itself, too. A large shop has it on a later page. */
const leaveOut = (page: Page, itemId: number) =>
  page.route('**/api/items?*', async (route) => {
    const answer = await route.fetch()
    const list = (await answer.json()) as { items: { id: number }[] }
    await route.fulfill({ json: { ...list, items: list.items.filter(({ id }) => id !== itemId) } })
  })

test('a spotlight is seen in a search that its words meet', async ({ page }) => {
  const one = await promote(page, 'spotlight')
  try {
    const place = placeOf(page, one)
    await openWith(page, '/browse', one)
    await leaveOut(page, one.itemId)
    await page.goto('/search')
    const box = page.getByRole('main').getByRole('searchbox')
    await box.fill('drill')
    await box.press('Enter')
    await expect(page).toHaveURL(/q=drill/)
    await expect(place).toContainText('Promoted')
    await box.fill('drill bells nobody')
    await box.press('Enter')
    await expect(place).toHaveCount(0)
  } finally {
    await page.unrouteAll({ behavior: 'wait' }) // a list may still be on its way
    await one.end()
  }
})

test('a standard promotion is seen in browse and on the page of its style', async ({ page }) => {
  const one = await promote(page, 'standard')
  try {
    const place = placeOf(page, one)
    await openWith(page, '/browse', one)
    await leaveOut(page, one.itemId)
    await page.goto('/')
    await expect(place, 'not on the landing page').toHaveCount(0)
    await page.getByRole('link', { name: `Open ${one.style}` }).click()
    await expect(place).toContainText('Promoted')
    await expect(page.getByRole('link', { name: one.title, exact: true })).toHaveCount(1)
    await expectAccessible(page)
  } finally {
    await page.unrouteAll({ behavior: 'wait' }) // a list may still be on its way
    await one.end()
  }
})

test('a promoted card counts once it was on the screen, and a click on it', async ({ page }) => {
  const one = await promote(page, 'premium')
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/promotions/events')) told.push(request.postData() ?? '')
  })
  try {
    const place = placeOf(page, one)
    await page.clock.install()
    await openWith(page, '/', one)
    const token = (await place.getAttribute('data-slot'))!
    await page.clock.runFor(10_000)
    expect(
      told.filter((text) => text.includes(token)),
      'below the screen',
    ).toEqual([])
    await place.scrollIntoViewIfNeeded()
    await expect
      .poll(async () => {
        await page.clock.runFor(1_100)
        return told.filter((text) => text.includes(token)).length
      })
      .toBe(1)
    await expect.poll(one.figures).toEqual({ delivered: 1, clicks: 0, plays: 0 })
    await place.getByRole('link', { name: one.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(one.title)
    await expect
      .poll(async () => {
        await page.clock.runFor(1_100)
        return one.figures()
      })
      .toEqual({ delivered: 1, clicks: 1, plays: 0 })
  } finally {
    await one.end()
  }
})

test('a play of a promoted beat counts after five seconds, also on its page', async ({ page }) => {
  const one = await promote(page, 'spotlight')
  try {
    await openWith(page, '/browse', one)
    // presses count from the moment when places are watched
    await placeOf(page, one).scrollIntoViewIfNeeded()
    await expect.poll(one.figures).toMatchObject({ delivered: 1 })
    await page.getByRole('link', { name: one.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(one.title)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${one.title}` })
      .first()
      .click()
    await expect.poll(one.figures, { timeout: 60_000 }).toMatchObject({ clicks: 1, plays: 1 })
  } finally {
    await one.end()
  }
})

test('sellers see a note in the place of their own promoted item, and count nothing', async ({ page }) => {
  const one = await promote(page, 'spotlight')
  try {
    const place = placeOf(page, one)
    await openWith(page, '/browse', one)
    const size = await place.boundingBox()
    await keepSession(page, one.email, one.password)
    await expect(async () => {
      await page.goto('/browse')
      await expect(page.getByText('Others see your promoted item here.')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: one.title, exact: true })).toHaveCount(0)
    const note = placeOf(page, one)
    const own = await note.boundingBox()
    expect(own?.height).toBeCloseTo(size!.height, -1)
    await note.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    expect((await one.figures()).delivered).toBeLessThanOrEqual(1) // the guest's look before
  } finally {
    await one.end()
  }
})
