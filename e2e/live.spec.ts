import type { BrowserContext, Page, Request } from '@playwright/test'
import { bellOf, producerWithNews, unheard } from './news.ts'
import { expect, keepSession, signIn, test } from './test.ts'

const isStream = (request: Request) => request.url().endsWith('/api/notifications/stream')

/** The streams that the tabs have opened, each with its tab. */
function watchStreams(context: BrowserContext) {
  const streams: { page: Page; path: string; request: Request; ended: boolean }[] = []
  context.on('request', (request) => {
    if (!isStream(request)) return
    const frame = request.frame()
    streams.push({ page: frame.page(), path: new URL(frame.url()).pathname, request, ended: false })
  })
  const end = (request: Request) => {
    for (const stream of streams) if (stream.request === request) stream.ended = true
  }
  context.on('requestfailed', end)
  context.on('requestfinished', end)
  return streams
}

/** The list of notices in this tab has loaded, and this tab holds the stream. */
const expectListening = (page: Page, streams: ReturnType<typeof watchStreams>) =>
  expect
    .poll(() => streams.some((stream) => stream.page === page && stream.path === '/notifications' && !stream.ended))
    .toBe(true)

/** This many tabs wait to take over from the one that listens. From then on they know the number of each event. */
const expectWaiting = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { pending } = await navigator.locks.query()
        return pending?.filter(({ name }) => name?.startsWith('slide.live.')).length
      }),
    )
    .toBe(count)

const tabs = (context: BrowserContext, count: number, path: string) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const tab = await context.newPage()
      await tab.goto(path)
      return tab
    }),
  )

const expectOnce = (tab: Page, text: string) =>
  expect(tab.getByRole('listitem').filter({ hasText: text })).toHaveCount(1)

test('one stream tells each of seven tabs once, and pages still load in all', async ({ page, context, request }) => {
  const producer = await producerWithNews(request)
  const streams = watchStreams(context)
  await keepSession(page, producer.email)
  await page.goto('/notifications')
  const all = [page, ...(await tabs(context, 6, '/notifications'))] // a browser has six connections to a site
  await producer.readAll()
  const first = unheard('to all tabs')
  await producer.comment(first)
  for (const tab of all) await expectOnce(tab, first)

  const asked = new Map<Page, number>()
  context.on('request', (sent) => {
    const tab = sent.frame().page()
    if (sent.url().includes('/api/notifications?')) asked.set(tab, (asked.get(tab) ?? 0) + 1)
  })
  const second = unheard('once more')
  await producer.comment(second)
  for (const tab of all) {
    await expectOnce(tab, second)
    await expect(bellOf(tab)).toHaveAccessibleName('Notifications, 2 unread')
    expect(asked.get(tab)).toBe(1)
  }
  expect(streams.filter(({ ended }) => !ended)).toHaveLength(1)
  await Promise.all(
    all.map(async (tab) => {
      await tab.goto('/about')
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    }),
  )
})

for (const way of ['closes', 'freezes'] as const)
  test(`another tab takes over when the one that listens ${way}, and no notice is lost`, async ({
    page,
    context,
    request,
  }) => {
    const producer = await producerWithNews(request)
    const streams = watchStreams(context)
    await keepSession(page, producer.email)
    await page.goto('/notifications')
    const all = [page, ...(await tabs(context, 2, '/notifications'))]
    await expectWaiting(page, 2)
    const before = unheard('before')
    await producer.comment(before)
    for (const tab of all) await expectOnce(tab, before)

    const leader = streams.at(-1)!.page
    const others = all.filter((tab) => tab !== leader)
    const between = unheard('between')
    if (way === 'closes') await leader.close()
    else await leader.evaluate(() => document.dispatchEvent(new Event('freeze'))) // Chromium freezes no tab on command
    await producer.comment(between)
    await expect.poll(() => streams.at(-1)!.page !== leader).toBe(true)
    const after = unheard('after')
    await producer.comment(after)
    for (const text of [before, between, after]) for (const tab of others) await expectOnce(tab, text)
    expect(streams.at(-1)!.request.headers()['last-event-id']).toMatch(/^\d+$/)
  })

test('a tab that is looked at takes over from one that fell silent', async ({ page, context, request }) => {
  const producer = await producerWithNews(request)
  const streams = watchStreams(context)
  await keepSession(page, producer.email)
  await page.goto('/notifications')
  await expectListening(page, streams)
  const other = await context.newPage()
  await other.clock.install()
  await other.goto('/notifications')
  const [before, after] = [unheard('before'), unheard('after')]
  await producer.comment(before)
  for (const tab of [page, other]) await expectOnce(tab, before)
  expect(streams.at(-1)!.page).toBe(page)

  const isOvertaken = async () => {
    await other.clock.fastForward('05:00') // repeats until the tab listens: time does not pass for it before its code is loaded
    return streams.at(-1)!.page === other
  }
  await expect.poll(isOvertaken).toBe(true)
  await producer.comment(after)
  for (const tab of [page, other]) for (const text of [before, after]) await expectOnce(tab, text)
  // a stream that was silent for five minutes of the tab's time is opened anew
  await expect.poll(() => streams.filter(({ ended }) => !ended).length).toBe(1)
})

test('signing out ends the stream in all tabs, and the next account has its own', async ({
  page,
  context,
  request,
}) => {
  const [first, second] = [await producerWithNews(request), await producerWithNews(request)]
  const streams = watchStreams(context)
  await keepSession(page, first.email)
  await page.goto('/notifications')
  const [other] = await tabs(context, 1, '/notifications')
  const before = unheard('to the first')
  await first.comment(before)
  for (const tab of [page, other!]) await expectOnce(tab, before)

  const leader = streams.at(-1)!
  const follower = leader.page === page ? other! : page
  await follower.getByRole('button', { name: 'Account menu' }).click()
  await follower.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(() => streams.every(({ ended }) => ended)).toBe(true)
  await expect(leader.page.getByText('Please log in to access this feature')).toBeVisible()
  const opened = streams.length

  await signIn(follower, second.email)
  await expect.poll(() => streams.length).toBe(opened + 1)
  expect(streams.at(-1)!.request.headers()['last-event-id']).toBeUndefined()
  const [secret, after] = [unheard('still to the first'), unheard('to the second')]
  await first.comment(secret)
  await second.comment(after)
  await expectOnce(leader.page, after)
  await expect(leader.page.getByText(secret)).toHaveCount(0)
  await expect(leader.page.getByText(before)).toHaveCount(0)
})

test('after ten minutes asleep the token is renewed before the stream comes back with what was missed', async ({
  page,
  context,
  request,
}) => {
  const producer = await producerWithNews(request)
  const streams = watchStreams(context)
  await page.clock.install()
  await keepSession(page, producer.email)
  await page.goto('/notifications')
  await expectListening(page, streams)
  const before = unheard('before the sleep')
  await producer.comment(before)
  await expectOnce(page, before)
  const opened = streams.length

  // Another tab has stored a token that has ended.
  const other = await context.newPage()
  await other.goto('/about')
  await other.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('auth')!) as { token: string }
    localStorage.setItem('auth', JSON.stringify({ ...auth, token: `${auth.token}x`, tokenEnds: 0 }))
  })
  await other.close() // a second tab would sleep too, and could take over
  const calls: string[] = []
  page.on('request', (sent) => {
    if (/refresh-token|notifications\/stream/.test(sent.url())) calls.push(sent.url().split('/').at(-1)!)
  })
  const refused: string[] = []
  page.on('response', (reply) => reply.status() === 401 && refused.push(reply.url()))
  await page.clock.fastForward('10:00')
  const asleep = unheard('while it slept')
  await producer.comment(asleep)
  await expect.poll(() => streams.length).toBeGreaterThan(opened)
  for (const text of [before, asleep]) await expectOnce(page, text)
  expect(calls).toContain('stream')
  expect(calls.filter((path) => path === 'refresh-token')).toHaveLength(1)
  expect(refused).toEqual([])
  expect(streams.at(-1)!.request.headers()['last-event-id']).toMatch(/^\d+$/)
})
