import { bubble, fieldOf, logOf, openChat, otherBrowser, person, say } from './chat-people.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectRefusal,
  keepSession,
  test,
  phoneOnly,
  phoneToo,
} from './test.ts'

test('a person blocks another, unblocks them, and reports a message to the desk', async ({
  page,
  browser,
  request,
  complaints,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  await bob.write(ann, 'before the rude one')
  await bob.write(ann, 'rude words')
  await openChat(page, ann, bob)
  await bubble(page, 'rude words').hover()
  await page.getByRole('button', { name: 'More about the message rude words' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report message' })
  await expect(dialog).toContainText('rude words')
  await dialog.getByRole('textbox').fill('Look at this')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Reported. Thank you.')).toBeVisible()

  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('You blocked this person. Unblock them to write.')).toBeVisible()
  await expectAccessible(page)
  const other = await otherBrowser(browser, page)
  await openChat(other, bob, ann)
  await say(other, 'still there?')
  await expect(other.getByText('This person takes no messages from you.')).toBeVisible()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(fieldOf(page)).toBeVisible()
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(bubble(page, 'still there?')).toHaveCount(1)

  await other.getByRole('log').getByText('rude words').hover()
  await other.getByRole('button', { name: 'More about the message rude words' }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const one of [page, other]) {
    await expect(logOf(one).getByText('Message deleted')).toBeVisible()
    await expect(bubble(one, 'rude words')).toHaveCount(0)
  }
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=reports')
  const report = page.getByRole('listitem').filter({ hasText: 'Look at this' })
  await expect(report).toContainText('before the rude one')
  await expect(report).toContainText('rude words')
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Dismiss' }).click()
  await expect(report).toHaveCount(0)
  while (complaints.some((line) => line.includes('status of 409'))) expectRefusal(complaints, 409)
  await other.context().close()
})

test('a conversation with a banned person stays to read, and says that nobody writes to them', async ({
  page,
  request,
}) => {
  const [ann, bob] = [await person(request), await person(request)]
  await bob.write(ann, 'before the ban')
  const login = await request.post('/api/auth/login', { data: { email: 'admin@slide.test', password: DEMO_PASSWORD } })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const banned = await request.post(`/api/admin/people/${bob.id}/ban`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { category: 'spam', reason: 'The same offer to forty people.' },
  })
  expect(banned.ok()).toBe(true)
  await keepSession(page, ann.email, ann.password)
  await page.goto(`/chat/${bob.id}`)
  await expect(bubble(page, 'before the ban')).toBeVisible()
  await expect(page.getByText('This account is hidden at the moment. You can’t write to it.')).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show profile' })).toHaveCount(0)
})

test('the profile of the house leads to the support, which answers', async ({ page, request }) => {
  const ann = await person(request)
  await keepSession(page, ann.email, ann.password)
  await page.goto('/profile/1')
  await page.getByRole('link', { name: 'Message Slide' }).click()
  await expect(page).toHaveURL(/\/chat\/2$/)
  await expect(page.getByRole('heading', { name: 'Chat with Admin' })).toBeVisible()
})

test('the head says where a partner sells, and the field grows to six lines', async ({ page, request }) => {
  const ann = await person(request)
  const { items } = (await (await request.get('/api/users/producers?q=PitkinSound')).json()) as {
    items: { id: number }[]
  }
  await openChat(page, ann, items[0]!)
  const head = page.getByRole('region', { name: 'Chat with PitkinSound' }).locator('header')
  await expect(head.getByText('NY', { exact: true })).toBeVisible()
  await expect(head.getByText(/\d items in the store/)).toBeVisible()
  await fieldOf(page).fill('one\ntwo\nthree\nfour\nfive\nsix')
  const hidden = (field: Element) => field.scrollHeight - field.clientHeight
  expect(await fieldOf(page).evaluate(hidden)).toBe(0)
  await fieldOf(page).fill('one\ntwo\nthree\nfour\nfive\nsix\nseven')
  expect(await fieldOf(page).evaluate(hidden)).toBeGreaterThan(0)
  const long = `${'x'.repeat(5_002)}🎧`
  await fieldOf(page).fill(long)
  await fieldOf(page).press('Enter')
  await expect(page.getByText('A message has at most 5,000 characters. Take 3 out.')).toBeVisible()
  await expect(fieldOf(page)).toHaveValue(long)
  await expectAccessible(page)
})

test(
  'admins answer in the inbox of the desk, and guests wait there',
  phoneToo,
  async ({ page, browser, request, isMobile, harmless }) => {
    harmless.push(/status of 500/)
    const ann = await person(request)
    const question = `When is the payout of ${ann.displayName}?`
    await keepSession(page, 'admin@slide.test')
    await page.goto('/admin?tab=inbox')
    await ann.write({ id: 2 }, question)
    const lost = ['**/api/chat/threads/*', '**/api/admin/people/*/notes']
    for (const path of lost) await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: ann.displayName }).click()
    await expect(page.getByText('Couldn’t load the conversation.')).toBeVisible()
    await page.unroute(lost[0]!)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(bubble(page, question)).toBeVisible()
    const other = await otherBrowser(browser, page)
    await openChat(other, ann, { id: 2 })
    await expect(other.getByRole('heading', { level: 1, name: 'Chat with Admin' })).toBeVisible()
    await say(page, 'On Monday.')
    await expect(bubble(other, 'On Monday.')).toHaveCount(1)
    await say(other, 'Thank you!')
    await expect(bubble(page, 'Thank you!')).toHaveCount(1)
    await page.getByText(`Notes on ${ann.displayName}`, { exact: true }).click()
    await expect(page.getByText('Couldn’t load the notes.')).toBeVisible()
    await page.unroute(lost[1]!)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(`Notes on ${ann.displayName} (0)`)).toBeVisible()
    await page.getByLabel('Note', { exact: true }).fill('Was answered.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Was answered.')).toBeVisible()
    await expectAccessible(page)
    if (isMobile) {
      await page.getByRole('link', { name: 'All conversations' }).click()
      await expect(page.getByRole('link', { name: ann.displayName })).toBeVisible()
    }
    const message = `A guest asks about ${ann.displayName}`
    const body = { name: 'Ada', email: 'ada@slide.test', topic: 'Buying', message }
    await page.request.post('/api/contact', { data: body })
    await page.getByRole('button', { name: 'Guests' }).click()
    const row = page.getByRole('listitem').filter({ hasText: message })
    await expect(row.getByRole('link', { name: 'Answer by mail' })).toHaveAttribute('href', /^mailto:ada%40slide.test/)
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Done' }).click()
    await expect(row).toHaveCount(0)
    await other.context().close()
  },
)

test(
  'a phone shows a shared title to its end, and the menu beside its message',
  phoneOnly,
  async ({ page, baseURL, request }) => {
    const [ann, bob] = [await person(request), await person(request)]
    await bob.write(ann, `${baseURL}/track/stairwell-sermon`)
    await bob.write(ann, 'Ok.')
    await openChat(page, ann, bob)
    const title = logOf(page).getByRole('link', { name: 'Stairwell Sermon', exact: true })
    await expect(title).toBeVisible()
    expect(await title.evaluate((link: HTMLElement) => link.innerText)).toBe('Stairwell Sermon')
    const [words, menu] = [bubble(page, 'Ok.'), page.getByRole('button', { name: 'More about the message Ok.' })]
    const [{ x, width }, { x: start }] = [(await words.boundingBox())!, (await menu.boundingBox())!]
    expect(start - (x + width), 'they stand side by side').toBeLessThan(24)
  },
)

test('an item is shared as a card that plays where it stands', async ({ page, browser, request }) => {
  const bob = await person(request)
  await keepSession(page, 'producer@slide.test')
  await page.goto(`/chat/${bob.id}`)
  await page.getByRole('button', { name: 'Share a beat, pack or kit' }).click()
  const picker = page.getByRole('dialog', { name: 'Share a beat, pack or kit' })
  await expectAccessible(page)
  const first = picker.getByRole('listitem').first().getByRole('button')
  const title = (await first.locator('.font-bold').textContent())!
  await first.click()
  await expect(picker).toBeHidden()
  await expect(logOf(page).getByRole('link', { name: `Open ${title}` })).toBeVisible()
  await expectAccessible(page)
  const other = await otherBrowser(browser, page)
  const me = (await page.evaluate(() => JSON.parse(localStorage.getItem('auth')!) as { userId: number })).userId
  await openChat(other, bob, { id: me })
  await logOf(other)
    .getByRole('button', { name: `Play ${title}` })
    .click()
  await expect(other.getByRole('region', { name: 'Player' })).toContainText(title)
  await expect(logOf(other).getByRole('button', { name: `Pause ${title}` })).toBeVisible()
  await expect(logOf(other).getByRole('link', { name: `Buy ${title}` })).toBeVisible()
  await other.context().close()
})
