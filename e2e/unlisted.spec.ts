import { seller, uploadBeat } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test } from './test.ts'

test('an item in review is seen and heard by its owner and by admins, and by nobody else', async ({
  page,
  request,
  complaints,
}) => {
  const [ann, bob] = [await seller(request), await seller(request)]
  const title = `Hidden ${ann.displayName.slice(-12)}`
  await uploadBeat(request, ann, title)
  const mine = (await (await request.get('/api/me/items', { headers: ann.headers })).json()) as {
    items: { id: number; slug: string }[]
  }
  const { id, slug } = mine.items[0]!
  const open = async () => {
    const reply = await page.goto(`/track/${slug}`)
    expect(reply?.status()).toBe(404) // the same page for all
    expectRefusal(complaints, 404)
    expect(await reply?.text()).not.toContain(title)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  }
  const missing = page.getByRole('heading', { name: 'We couldn’t load that track.' })
  const note = page.getByRole('note')

  await open()
  await expect(missing).toBeVisible()
  await keepSession(page, bob.email, bob.password)
  await open()
  await expect(missing).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await keepSession(page, ann.email, ann.password)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/items/by-slug/*/unlisted', async (route) => {
    await answer.promise
    await route.continue()
  })
  await open()
  await expect(page.getByText('Looking for that track…')).toBeVisible()
  await expect(missing).toBeHidden()
  answer.resolve()
  await expect(note).toHaveText('Only you and our reviewers can see this page: In review.')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Published')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('button', { name: `Play ${title}` })
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Pause ${title}` }).first()).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/about')
  const askedAgain = page.waitForResponse(`**/api/items/by-slug/${slug}`)
  await other.evaluate(() => localStorage.removeItem('auth')) // signs out of all tabs
  await askedAgain
  await expect(missing).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  expectRefusal(complaints, 404)
  await other.close()

  await page.evaluate(() => localStorage.clear())
  await keepSession(page, 'admin@slide.test')
  await open()
  await expect(note).toHaveText(`Only ${ann.displayName} and our reviewers can see this page: In review.`)
  await request.delete(`/api/me/beats/${id}`, { headers: ann.headers })
})

test('a signed-in person is told that a track could not be loaded, and not that it is missing', async ({
  page,
  complaints,
}) => {
  const main = page.getByRole('main')
  const away = '**/api/items/by-slug/*/unlisted'
  const message = 'Slide is catching its breath. Try again in a few seconds.'
  await keepSession(page, 'admin@slide.test')
  await page.route(away, (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message, requestId: 'x' } }),
  )
  await page.goto('/track/not-known-yet')
  await expect(main.getByText(message)).toBeVisible()
  await expect(main.getByText('taken off the store')).toBeHidden()
  await page.unroute(away)
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('taken off the store')).toBeVisible()
  complaints.length = 0 // the browser itself reports the refusals
})
