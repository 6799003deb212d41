import type { Request } from '@playwright/test'
import { bubble, fieldOf, logOf, openChat, otherBrowser, person, say } from './chat-people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'

test(
  'two people write to each other live, and each message stands once',
  phoneToo,
  async ({ page, browser, request, isMobile }) => {
    const [ann, bob] = [await person(request), await person(request)]
    await openChat(page, ann, bob)
    await expect(page.getByRole('heading', { level: 1, name: `Chat with ${bob.displayName}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    const other = await otherBrowser(browser, page)
    await openChat(other, bob, ann)
    await say(page, 'Is the WAV tagged?')
    for (const one of [page, other]) await expect(bubble(one, 'Is the WAV tagged?')).toHaveCount(1)
    await fieldOf(other).pressSequentially('No')
    await expect(page.getByText('is typing', { exact: false }).first()).toBeAttached()
    await fieldOf(other).press('Shift+Enter')
    await fieldOf(other).pressSequentially('it is clean.')
    await fieldOf(other).press('Enter')
    for (const one of [page, other]) await expect(logOf(one).getByText('No it is clean.')).toHaveCount(1)
    await expect(logOf(other).getByText(', seen')).toHaveCount(1)
    await expect(page.getByText('is typing', { exact: false })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (isMobile) await page.getByRole('link', { name: 'Back to messages' }).click()
    const row = page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: bob.displayName })
    await expect(row).toContainText('No it is clean.')
    if (!isMobile) return
    await expect(page).toHaveURL(`/chat/${bob.id}?list`)
    await expectAccessible(page)
    await page.goBack()
    await expect(fieldOf(page)).toBeVisible()
    await other.context().close()
  },
)

test('a message that was not sent stays, survives a reload, and is written once', async ({
  page,
  request,
  complaints,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  await bob.write(ann, 'before')
  await openChat(page, ann, bob)
  await expect(bubble(page, 'before')).toBeVisible()
  // the server writes it, but its answer is lost
  await page.route('**/api/chat/send', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const lost = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/chat/send'))
  await say(page, 'once only')
  await lost
  // the stream tells of the message, which is as good as the answer
  await expect(bubble(page, 'once only')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await page.unroute('**/api/chat/send')
  await page.route('**/api/chat/send', (route) => route.fulfill({ status: 500, json: {} }))
  await say(page, 'stays here')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await bob.write(ann, 'written later')
  await expect(bubble(page, 'written later')).toBeVisible()
  const texts = () => logOf(page).locator('[dir=auto]').allInnerTexts()
  const inPlace = [/before/, /once only/, /stays here/, /written later/]
  for (const [nth, text] of (await texts()).entries()) expect(text).toMatch(inPlace[nth]!)
  await expectAccessible(page)

  await page.reload()
  await expect(bubble(page, 'stays here')).toBeVisible()
  await expect(bubble(page, 'written later')).toBeVisible()
  for (const [nth, text] of (await texts()).entries()) expect(text).toMatch(inPlace[nth]!)
  await page.unroute('**/api/chat/send')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(bubble(page, 'stays here')).toHaveCount(1)
  await page.reload()
  for (const text of ['once only', 'stays here']) await expect(bubble(page, text)).toHaveCount(1)
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('slide.unsent')))
  await expect.poll(kept).toEqual([])
  while (complaints.some((line) => line.includes('status of 500'))) expectRefusal(complaints, 500)
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('ERR_CONNECTION_RESET')))
})

test('a long conversation opens at its newest message, and older ones load above without a jump', async ({
  page,
  request,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  for (let n = 0; n < 70; n++) await (n % 2 ? ann : bob).write(n % 2 ? bob : ann, `number ${n}`)
  await openChat(page, ann, bob)
  await expect(bubble(page, 'number 69')).toBeInViewport()
  await expect(bubble(page, 'number 19')).toHaveCount(0)
  const first = bubble(page, 'number 25')
  await first.scrollIntoViewIfNeeded()
  const before = (await first.boundingBox())!.y
  await expect(bubble(page, 'number 19')).toBeAttached()
  expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(2)
  await bob.write(ann, 'while reading older ones')
  const button = page.getByRole('button', { name: 'New messages' })
  await expect(button).toBeVisible()
  expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(2)
  await button.click()
  await expect(bubble(page, 'while reading older ones')).toBeInViewport()
  await expect(button).toHaveCount(0)
})

test('older messages load, too, if the stream begins meanwhile', async ({ page, request }) => {
  const [ann, bob] = [await person(request), await person(request)]
  for (let n = 0; n < 60; n++) await ann.write(bob, `number ${n}`)
  const [stream, older] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked: string[] = []
  await page.route('**/api/notifications/stream', async (route) => {
    await stream.promise
    await route.continue()
  })
  await page.route('**/api/chat/history?*', async (route) => {
    const isOlder = route.request().url().includes('before=')
    asked.push(isOlder ? 'older' : 'newest')
    if (isOlder && asked.length === 2) await older.promise
    await route.continue().catch(() => {}) // the page has given it up
  })
  await openChat(page, ann, bob)
  await expect(bubble(page, 'number 59')).toBeInViewport()
  await logOf(page).evaluate((log) => log.scrollTo({ top: 0 }))
  await expect.poll(() => asked).toEqual(['newest', 'older'])
  stream.resolve() // its first event says that messages may have been missed
  await expect(bubble(page, 'number 0')).toBeAttached()
  expect(asked).toEqual(['newest', 'older', 'newest', 'older'])
  older.resolve()
  await page.unrouteAll({ behavior: 'wait' })
})

test('unread messages are counted in the list and the account menu, and the menu leads to the newest', async ({
  page,
  request,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  const carl = await person(request)
  await keepSession(page, ann.email, ann.password)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Messages' })).toHaveAttribute('href', '/chat/2')
  await page.keyboard.press('Escape')
  await carl.write(ann, 'from Carl')
  await bob.write(ann, 'one')
  await bob.write(ann, 'two')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const entry = page.getByRole('menuitem', { name: /^Messages.*2 unread/ })
  await entry.click()
  await expect(page).toHaveURL(`/chat/${bob.id}`)
  await expect(bubble(page, 'two')).toBeVisible()
  const list = page.getByRole('complementary', { name: 'Conversations' })
  await expect(list.getByRole('link', { name: carl.displayName })).toContainText('1 unread')
  await carl.write(ann, 'and again')
  await expect(list.getByRole('link', { name: carl.displayName })).toContainText('2 unread')
  await list.getByRole('link', { name: carl.displayName }).click()
  await expect(bubble(page, 'and again')).toBeVisible()
  await expect(list.getByText('unread')).toHaveCount(0)
})

test('messages that could not be asked anew are asked by the next try', async ({ page, request, harmless }) => {
  harmless.push(/status of 500/)
  const [ann, bob] = [await person(request), await person(request)]
  await bob.write(ann, 'hello')
  await openChat(page, ann, bob)
  await expect(bubble(page, 'hello')).toBeVisible()
  await page.route('**/api/chat/history?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.evaluate((name) => {
    const event = { event: 'chat', id: 1, data: { unread: 0, missed: true } }
    new BroadcastChannel(name).postMessage({ type: 'event', event })
  }, `slide.live.${ann.id}`)
  const failed = page.getByText('Couldn’t load the messages.')
  await expect(failed).toBeVisible()
  await page.unroute('**/api/chat/history?*')
  const asked = page.waitForRequest('**/api/chat/history?*')
  await logOf(page).getByRole('button', { name: 'Try again' }).click()
  await asked
  await expect(failed).toHaveCount(0)
})

test('addresses are safe links; a wrong one is an invalid conversation; a failed list shows the partner', async ({
  page,
  request,
  complaints,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  await bob.write(
    ann,
    'see https://example.org/a?b=1. javascript:alert(1) <b>bold</b> https://user:x@evil.test/ https://xn--80ak6aa92e.com',
  )
  await page.route('**/api/chat/threads?*', (route) => route.fulfill({ status: 500, json: {} }))
  await openChat(page, ann, bob)
  const links = logOf(page).getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAttribute('href', 'https://example.org/a?b=1')
  await expect(links.first()).toHaveAttribute('rel', /noopener.*nofollow/)
  await expect(logOf(page)).toContainText('<b>bold</b>')
  const list = page.getByRole('complementary', { name: 'Conversations' })
  await expect(list.getByRole('link', { name: bob.displayName })).toBeVisible()
  await page.unroute('**/api/chat/threads?*')
  for (const wrong of ['x', '0', '1.5', String(ann.id), '999999999']) {
    await page.goto(`/chat/${wrong}`)
    await expect(page.getByText('Invalid conversation.')).toBeVisible()
  }
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of (500|404)/.test(line)))
})

test('three tabs share one stream, each shows a message once, and words without a line wait', async ({
  page,
  context,
  request,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  const streams = new Set<Request>()
  context.on('request', (sent) => sent.url().endsWith('/stream') && streams.add(sent))
  context.on('requestfailed', (sent) => streams.delete(sent))
  context.on('requestfinished', (sent) => streams.delete(sent))
  await openChat(page, ann, bob)
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) await tab.goto(`/chat/${bob.id}`)
  await expect.poll(() => streams.size).toBe(1)
  await bob.write(ann, 'to all tabs')
  for (const tab of tabs) await expect(bubble(tab, 'to all tabs')).toHaveCount(1)
  await say(page, 'from one of them')
  for (const tab of tabs) await expect(bubble(tab, 'from one of them')).toHaveCount(1)
  expect(streams.size).toBe(1)

  await context.setOffline(true)
  await say(page, 'from the tunnel')
  await expect(page.getByText('Not sent. You are offline.')).toBeVisible()
  await bob.write(ann, 'meanwhile')
  await context.setOffline(false)
  for (const tab of tabs) await expect(bubble(tab, 'meanwhile')).toHaveCount(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const tab of tabs) await expect(bubble(tab, 'from the tunnel')).toHaveCount(1)
})
