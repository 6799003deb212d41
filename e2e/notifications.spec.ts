import { hold } from './hold.ts'
import { bellOf, producerWithNews, unheard } from './news.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  phoneToo,
  somebody,
  test,
} from './test.ts'

test(
  'a notice is read by a press that follows it, and all are read by one button',
  phoneToo,
  async ({ page, request }) => {
    const producer = await producerWithNews(request)
    await producer.readAll()
    const [first, second] = [unheard('Is the exclusive open?'), unheard('Bar 17!')]
    await producer.comment(first)
    await producer.comment(second)
    await keepSession(page, producer.email)
    await page.goto('/notifications')
    await expect(page).toHaveTitle('Notifications | Slide')
    const row = page.getByRole('listitem').filter({ hasText: second })
    await expect(row).toContainText(`Unread. ${producer.fan} commented on ${producer.beat.title}`)
    const section = page.getByRole('region', { name: 'Today' })
    await expect(section.getByRole('listitem').nth(0)).toContainText(second)
    await expect(section.getByRole('listitem').nth(1)).toContainText(first)
    await expect(bellOf(page)).toHaveAccessibleName('Notifications, 2 unread')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await row.getByRole('link').click()
    await expect(page).toHaveURL(`/track/${producer.beat.slug}`)
    await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread')
    await page.goBack()
    await expect(row).not.toContainText('Unread.')

    await page.getByRole('tab', { name: 'Unread 1' }).click()
    await expect(page).toHaveURL('/notifications?show=unread')
    await expect(page.getByRole('listitem').filter({ hasText: first })).toBeVisible()
    await expect(row).toHaveCount(0)
    const markAll = page.getByRole('button', { name: 'Mark All as Read' })
    await markAll.click()
    await expect(page.getByText('No notifications', { exact: true })).toBeVisible()
    await expect(markAll).toBeDisabled()
    await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  },
)

test('a deleted notice goes at once, comes back by Undo, and is gone for good when the page goes', async ({
  page,
  request,
}) => {
  const producer = await producerWithNews(request)
  const [first, second] = [unheard('one'), unheard('two')]
  await producer.comment(first)
  await producer.comment(second)
  await keepSession(page, producer.email)
  await page.clock.install()
  await page.goto('/notifications')
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const deleted: string[] = []
  page.on('request', (sent) => sent.method() === 'DELETE' && deleted.push(sent.url()))

  await row(second).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(row(second)).toHaveCount(0)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.clock.fastForward('01:00') // it waits for people who use keys
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(second)).toBeVisible()
  await expect(row(second).getByRole('button', { name: 'Delete' })).toBeFocused()
  await expect(undo).toHaveCount(0)
  expect(deleted).toEqual([])

  await row(second).getByRole('button', { name: 'Delete' }).click()
  await page.reload()
  await expect(row(first)).toBeVisible()
  await expect(row(second)).toHaveCount(0)

  // the time to undo passes when the focus has left
  const answered = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  await row(first).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(row(first)).toHaveCount(0)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.clock.fastForward('01:00')
  expect((await answered).ok()).toBe(true)
  await expect(undo).toHaveCount(0)
  await expect(row(first)).toHaveCount(0)
})

test('a notice is not deleted as the account that comes next', async ({ page, request, context }) => {
  const producer = await producerWithNews(request)
  const text = unheard('still here')
  await producer.comment(text)
  const other = somebody()
  await request.post('/api/auth/register', { data: other })
  await keepSession(page, producer.email)
  await page.clock.install()
  await page.goto('/notifications')
  const row = page.getByRole('listitem').filter({ hasText: text })
  await expect(row).toBeVisible()
  const deleted: string[] = []
  page.on('request', (sent) => sent.method() === 'DELETE' && deleted.push(sent.url()))
  await page.clock.pauseAt(Date.now() + 1_000)
  await row.getByRole('button', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const tab = await context.newPage()
  await keepSession(tab, other.email, other.password)
  await tab.goto('/notifications')
  await page.clock.fastForward('01:00')
  await expect(undo).toHaveCount(0)
  expect(deleted).toEqual([])
})

test('an inbox without notices says so, one that fails says so and tries again', async ({ page, complaints }) => {
  await page.goto('/notifications')
  await expect(page.getByText('Please log in to access this feature')).toBeVisible()
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  const failing = /\/api\/notifications(\/unread)?\?/
  await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
  await keepSession(page, person.email, person.password)
  await page.goto('/notifications')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch notifications' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.unroute(failing)
  const release = await hold(page, failing)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status', { name: 'Loading your notifications' })).toBeVisible()
  await expect(page.getByRole('contentinfo'), 'what comes would push it away').toBeHidden()
  release()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark All as Read' })).toBeDisabled()
  await expectAccessible(page)
  while (complaints.length) expectRefusal(complaints, 500)
})

test('fifty notices make a page', async ({ page, request }) => {
  const producer = await producerWithNews(request)
  const first = unheard('the first')
  await producer.comment(first)
  for (let n = 0; n < 50; n++) await producer.comment(unheard(`number ${n}`))
  await keepSession(page, producer.email)
  await page.goto('/notifications')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'commented' })).toHaveCount(50)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/notifications?page=2')
  await expect(page.getByText(first)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(first)).toHaveCount(0)
})

test('more than 99 unread notices read 99+', async ({ page }) => {
  await page.route('**/api/notifications/stream', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body: 'retry: 600000\n\nevent: inbox\nid: 120\ndata: {"unread":120}\n\n',
    }),
  )
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto('/terms')
  await expect(bellOf(page)).toHaveText('99+')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 120 unread')
})

test(
  'the bell opens the newest five, unread first; on a phone it leads to the inbox',
  phoneToo,
  async ({ page, request, isMobile, complaints }) => {
    const producer = await producerWithNews(request)
    const texts = Array.from({ length: 7 }, (_, n) => unheard(`word ${n}`))
    for (const text of texts.slice(0, 5)) await producer.comment(text)
    await producer.readAll()
    await keepSession(page, producer.email)
    await page.goto('/terms') // axe counts only what an open dropdown leaves of the controls below it
    const bell = bellOf(page)
    await expect(bell).toHaveAccessibleName('Notifications')
    for (const text of texts.slice(5)) await producer.comment(text)
    await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
    await bell.click()
    if (isMobile) {
      await expect(page).toHaveURL('/notifications')
      return
    }
    const dropdown = page.getByRole('dialog', { name: 'Notifications' })
    await expect(dropdown.getByRole('listitem')).toHaveCount(5)
    for (const [place, text] of texts.toReversed().slice(0, 5).entries())
      await expect(dropdown.getByRole('listitem').nth(place)).toContainText(text)
    await expect(dropdown.getByText('Unread.')).toHaveCount(2)
    await expect(bell).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await expect(dropdown).toBeHidden()
    await expect(bell).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dropdown).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(dropdown).toBeHidden()
    await bell.click()
    await bell.click()
    await expect(dropdown).toBeHidden()

    await bell.click()
    await dropdown.getByRole('button', { name: 'Mark All as Read' }).click()
    await expect(bell).toHaveAccessibleName('Notifications')
    await expect(dropdown.getByText('Unread.')).toHaveCount(0)
    await dropdown.getByRole('link', { name: 'View all notifications' }).click()
    await expect(page).toHaveURL('/notifications')
    await expect(dropdown).toBeHidden()

    await page.goto('/about')
    await page.route('**/api/notifications*', (route) => route.fulfill({ status: 500, json: {} }))
    await bell.click()
    await expect(dropdown.getByText('Failed to fetch notifications')).toBeVisible()
    await page.unroute('**/api/notifications*')
    await dropdown.getByRole('button', { name: 'Try again' }).click()
    await expect(dropdown.getByRole('listitem')).toHaveCount(5)
    while (complaints.length) expectRefusal(complaints, 500)
  },
)

test('the last page follows the list: a page past the end leads to it, and its deletion too', async ({ page }) => {
  const content = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: from + at,
      title: `Notice ${from + at}`,
      message: 'Hello',
      read: false,
      topic: 'system',
      relatedType: 'SYSTEM',
      relatedId: null,
      slug: null,
      chatId: null,
      profileId: null,
      amount: null,
      item: null,
      people: [],
      count: 1,
      createdAt: new Date().toISOString(),
    }))
  await page.route(/\/api\/notifications\?/, (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page') ?? 0)
    return route.fulfill({ json: { content: asked === 0 ? content(50, 1) : [], totalPages: 1, unread: 50 } })
  })
  await page.route('**/api/notifications/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { deleted: true } }) : route.continue(),
  )
  await keepSession(page, 'free@slide.test')
  await page.goto('/notifications?page=9')
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('listitem').filter({ hasText: 'Notice 1' }).first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Unread 50' })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'Notice 50' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('tab', { name: 'Unread 49' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab', { name: 'Unread 50' })).toBeVisible()
})
