import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, phoneToo, test } from './test.ts'

/** The desk with one item of the demo. */
const deskOf = (title: string) => `/admin?show=all&q=${encodeURIComponent(title)}`

test(
  'an admin opens a pack, hears a track and verifies it',
  phoneToo,
  async ({ page, request, isMobile, complaints }) => {
    const { items } = (await (await request.get('/api/packs/new?limit=1')).json()) as {
      items: { id: number; title: string }[]
    }
    const [{ id, title } = { id: 0, title: '' }] = items
    await keepSession(page, 'admin@slide.test')
    await page.goto(deskOf(title))
    const contentsCall = `**/api/admin/packs/${id}?*`
    await page.route(contentsCall, (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
    )
    await page.getByRole('button', { name: `Contents of ${title}` }).click()
    const place = isMobile
      ? page.getByRole('dialog', { name: title })
      : page.getByRole('table', { name: 'Submissions' })
    await expect(place.getByText('Couldn’t load the contents.')).toBeVisible()
    complaints.splice(0) // the answers of 503, one for each try
    await page.unroute(contentsCall)
    await place.getByRole('button', { name: 'Try again' }).click()
    const contents = page.getByRole('region', { name: `Contents of ${title}` })
    await expect(contents.getByRole('listitem').first()).toContainText('BPM')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await contents.getByRole('button', { name: 'Verify' }).click()
    await expect(contents.getByRole('status')).toContainText(/No issues|\d issue/, { timeout: 90_000 })

    await contents
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await expect(contents.getByRole('button', { name: /^Pause / })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Player' }).or(page.locator('audio')).first()).toBeAttached()
  },
)

test('approving a pack with open issues asks once', async ({ page, request, complaints }) => {
  const { items } = (await (await request.get('/api/packs/new?limit=1')).json()) as {
    items: { id: number; title: string }[]
  }
  const [{ id, title } = { id: 0, title: '' }] = items
  await keepSession(page, 'admin@slide.test')
  // the pack of the demo waits for a review in this browser alone
  await page.route('**/api/admin/submissions?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { items: { id: number; status: string }[] }
    await route.fulfill({ json: { ...list, items: list.items.map((item) => ({ ...item, status: 'pending' })) } })
  })
  const message = '41 s of silence at its end.'
  await page.route('**/api/admin/packs/*/verify', (route) =>
    route.fulfill({ json: { ok: false, issues: [{ file: null, message }] } }),
  )
  await page.goto(deskOf(title))
  await page.getByRole('button', { name: `Contents of ${title}` }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('region', { name: `Contents of ${title}` })).toContainText(message)
  await page.getByRole('button', { name: `Approve ${title}` }).click()
  const question = page.getByRole('dialog', { name: `Approve “${title}” with 1 issue?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Approve ${title}` }).click()
  const sent = page.waitForRequest(`**/api/admin/packs/${id}/approve`)
  await question.getByRole('button', { name: 'Approve' }).click()
  await sent
  await expect(page.getByText('Approve failed, rolled back.')).toBeVisible()
  expectRefusal(complaints, 409)
  await page.unrouteAll({ behavior: 'wait' })
})

test('an admin sees the files of a kit, verifies it and hears one', async ({ page, request }) => {
  const { items } = (await (await request.get('/api/kits/new?limit=1')).json()) as { items: { title: string }[] }
  const title = items[0]!.title
  await keepSession(page, 'admin@slide.test')
  await page.goto(deskOf(title))
  await page.getByRole('button', { name: `Contents of ${title}` }).click()
  const contents = page.getByRole('region', { name: `Contents of ${title}` })
  await contents.getByRole('button', { name: 'Verify' }).click()
  await expect(contents.getByRole('status')).toContainText(/No issues|\d issue/, { timeout: 90_000 })
  const before = await contents.getByRole('listitem').count()
  await contents.getByRole('button', { name: /^Show all/ }).click()
  expect(await contents.getByRole('listitem').count()).toBeGreaterThan(before)
  await contents
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await expect(contents.getByRole('button', { name: /^Pause / })).toBeVisible()
})

test('several rows are open at a time', async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.goto(deskOf('Estate'))
  const [one, other] = ['One-Hit Estate', 'Flat Pack Estate'] as const
  const button = (title: string) => page.getByRole('button', { name: `Contents of ${title}` })
  const contents = (title: string) => page.getByRole('region', { name: `Contents of ${title}` })
  await button(one).click()
  await button(other).click()
  for (const title of [one, other]) await expect(contents(title).getByRole('listitem').first()).toBeVisible()
  await button(one).click()
  await expect(contents(one)).toHaveCount(0)
  await expect(contents(other)).toBeVisible()
})
