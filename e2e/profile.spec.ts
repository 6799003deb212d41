import type { Page } from '@playwright/test'
import { askFresh } from './fresh-pages.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  somebody,
  test,
} from './test.ts'

async function idOf(page: Page, name: string) {
  const reply = await page.request.get(`/api/users/producers?q=${name}`)
  return ((await reply.json()) as { items: { id: number }[] }).items[0]!.id
}

const rows = (page: Page) => page.getByRole('list', { name: 'Beats' }).locator(':scope > li')
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort' })

test('a profile shows a person and what they sell, and each tab has its address', async ({ page }) => {
  const id = await idOf(page, 'coldharbour')
  await page.goto(`/profile/${id}`)
  await expect(page).toHaveTitle('ColdHarbour | Slide')
  await expect(page.getByRole('heading', { level: 1, name: 'ColdHarbour' })).toBeVisible()
  for (const chip of [/^[\d,]+ Followers$/, /^[\d,.k]+ Plays$/, /^\d+ Tracks$/])
    await expect(page.getByRole('listitem').filter({ hasText: chip })).toBeVisible()
  await expect(page.getByText('South London. Cold keys, warm 808s.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'ColdHarbour on Instagram' })).toHaveAttribute(
    'href',
    'https://instagram.com/coldharbour-slide-demo',
  )
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText(/BPM/)

  await page.getByRole('tab', { name: 'Kits' }).click()
  await expect(page).toHaveURL(`/profile/${id}?tab=kits`)
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  await expect(sort(page).getByRole('option')).toHaveText([
    'All',
    'Popular',
    'Featured',
    'Trending',
    'New',
    'Price ascending',
    'Price descending',
  ])
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'About' }).click()
  await expect(page).toHaveURL(`/profile/${id}?tab=about`)
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lines' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Kits' })).toHaveAttribute('aria-selected', 'true')
})

test('sorts are addresses, and their order is that of the list', async ({ page }) => {
  const id = await idOf(page, 'coldharbour')
  await page.goto(`/profile/${id}`)
  await expect(sort(page).getByRole('option')).toHaveText([
    'All',
    'Featured',
    'Trending',
    'Popular',
    'New',
    'Price ascending',
    'Price descending',
  ])
  await sort(page).selectOption('Price ascending')
  await expect(page).toHaveURL(`/profile/${id}?sort=price-up`)
  const prices = async () => {
    const texts = await rows(page).getByRole('link', { name: /^Buy / }).allTextContents()
    return texts.map((text) => Number(text.replace(/^.*\$/, '')))
  }
  await expect
    .poll(async () => {
      const shown = await prices()
      return shown.length === 3 && shown.every((price, at) => at === 0 || price >= shown[at - 1]!)
    })
    .toBe(true)
  await page.reload()
  await expect(sort(page)).toHaveValue('price-up')
})

test('the tabs are used by arrow keys', async ({ page }) => {
  await page.goto(`/profile/${await idOf(page, 'coldharbour')}`)
  await page.getByRole('tab', { name: 'Beats' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Kits' })).toBeFocused()
  await expect(page).toHaveURL(/tab=kits$/)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'About' })).toBeFocused()
  await expect(page).toHaveURL(/tab=about$/)
})

test('a guest who follows signs in first; the follow counts, stays, and can be taken back', async ({ page }) => {
  const id = await idOf(page, 'tangenziale')
  const fan = somebody()
  await page.request.post('/api/auth/register', { data: fan })
  const { followersCount } = (await (await page.request.get(`/api/users/${id}`)).json()) as { followersCount: number }
  const chip = (count: number) => page.getByRole('link', { name: `${count} Followers` })
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: 'Follow Tangenziale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toContainText('Sign in to follow Tangenziale.')
  await dialog.getByLabel('Email').fill(fan.email)
  await dialog.getByLabel('Password', { exact: true }).fill(fan.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const following = page.getByRole('button', { name: 'Following Tangenziale' })
  await expect(following).toBeVisible()
  await expect(chip(followersCount + 1)).toBeVisible()
  await page.reload()
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  // a kept page may show the former count for some seconds
  await page.getByRole('link', { name: /Followers$/ }).click()
  await expect(page).toHaveURL(/tab=followers$/)
  const people = page.getByRole('region', { name: 'Followers' })
  await expect(people.getByRole('listitem').first()).toContainText(fan.displayName)
  await expectAccessible(page)
  await page.goto('/producers?q=tangenziale')
  await page.getByRole('button', { name: 'Following Tangenziale' }).click()
  await expect(page.getByRole('button', { name: 'Follow Tangenziale' })).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get(`/api/users/${id}`)).json()) as object)
    .toMatchObject({
      followersCount,
    })
})

test('a refused follow is taken back and says so', async ({ page, complaints }) => {
  const id = await idOf(page, 'calle')
  await keepSession(page, 'buyer@slide.test', DEMO_PASSWORD)
  await page.route(`**/api/follow/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: 'Follow CalleSur' }).click()
  await expect(page.getByText('Couldn’t update follow. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow CalleSur' })).toHaveAttribute('aria-pressed', 'false')
  expectRefusal(complaints, 500)
})

test('one’s own profile leads a newcomer on, without Follow and Message', async ({ page }) => {
  const me = somebody()
  await page.request.post('/api/auth/register', { data: me })
  await keepSession(page, me.email, me.password)
  await page.goto('/profile/me')
  await expect(page.getByRole('heading', { level: 1, name: me.displayName })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/account')
  await expect(page.getByRole('link', { name: 'Add a banner' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Message/ })).toHaveCount(0)
  for (const kind of ['beats', 'kits', 'packs']) {
    await page.getByRole('tab', { name: new RegExp(kind, 'i') }).click()
    await expect(page.getByText(`No ${kind} uploaded yet`)).toBeVisible()
  }
  await expect(page).toHaveURL('/profile/me?tab=packs')
  await expect(page.getByRole('link', { name: 'Upload a pack' })).toHaveAttribute('href', '/upload?tab=pack')
  await expect(page.getByRole('link', { name: 'Find packs' })).toHaveAttribute('href', '/browse?type=packs')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the public address of one’s own profile has the same buttons', async ({ page }) => {
  await keepSession(page, 'producer@slide.test', DEMO_PASSWORD)
  await page.goto(`/profile/${await idOf(page, 'coldharbour')}`)
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  const banner = page.getByRole('link', { name: /banner$/ })
  await banner.click({ trial: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await banner.click()
  await expect(page).toHaveURL('/account')
})

test('unknown people have a page that says so', async ({ page, complaints }) => {
  for (const id of ['999999999', 'x', '0', '1e3', '9'.repeat(40)]) {
    expect((await page.goto(`/profile/${id}`))!.status()).toBe(404)
    expectRefusal(complaints, 404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This profile is not here.')
    await expect(page).toHaveTitle('Profile not found | Slide')
  }
  await expectAccessible(page)
})

test('the page of a banned person says so', async ({ page, complaints }) => {
  const person = somebody()
  const tokenOf = async (path: string, data: object) =>
    ((await (await page.request.post(path, { data })).json()) as { accessToken: string }).accessToken
  const get = { headers: { authorization: `Bearer ${await tokenOf('/api/auth/register', person)}` } }
  const { id } = (await (await page.request.get('/api/me', get)).json()) as { id: number }
  expect((await askFresh(page.request, `/profile/${id}`)).status()).toBe(200)

  const admin = await tokenOf('/api/auth/login', { email: 'admin@slide.test', password: DEMO_PASSWORD })
  const banned = await page.request.post(`/api/admin/people/${id}/ban`, {
    headers: { authorization: `Bearer ${admin}` },
    data: { category: 'abuse', reason: 'Three people told us that you threatened them.' },
  })
  expect(banned.status()).toBe(200)
  const heading = page.getByRole('heading', { level: 1 })
  expect((await page.goto(`/profile/${id}`))!.status()).toBe(404)
  await expect(heading).toHaveText('This account is banned.')
  await expect(page).toHaveTitle('Account banned | Slide')
  await expectAccessible(page)

  // the same within the shop, without a page from the server
  await page.goto('/producers')
  await page.evaluate((path) => history.pushState(null, '', path), `/profile/${id}`)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(heading).toHaveText('This account is banned.')
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('status of 404')))
})

test('a list that fails is empty, and can be loaded again', async ({ page, harmless }) => {
  harmless.push(/status of 400/)
  await page.goto(`/profile/${await idOf(page, 'coldharbour')}`)
  const failing = '**/api/users/*/beats/popular?*'
  await page.route(failing, (route) => route.fulfill({ status: 400, json: {} }))
  await sort(page).selectOption('Popular')
  await expect(page.getByText('Couldn’t load beats page.')).toBeVisible()
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('pages are turned by a pager whose press moves the focus to the list', async ({ page }) => {
  const id = await idOf(page, 'coldharbour')
  await page.route('**/api/users/*/beats/popular?*', async (route) => {
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/page=\d+/, 'page=0'),
    })
    const answer = (await reply.json()) as object
    const turned = Number(new URL(route.request().url()).searchParams.get('page'))
    await route.fulfill({ json: { ...answer, page: turned, totalItems: 420, totalPages: 9 } })
  })
  await page.goto(`/profile/${id}`)
  await sort(page).selectOption('Popular')
  await expect(page.getByText('1 to 3 of 420 beats')).toBeVisible()
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(pager).toContainText('…')
  await pager.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`/profile/${id}?sort=popular&page=2`)
  await expect(page.getByText('51 to 53 of 420 beats')).toBeVisible()
  await expect(rows(page).first()).toContainText('51')
  await expect(page.getByRole('region', { name: 'Beats' })).toBeFocused()
})

test('crawlers and shared links get the whole profile without script', async ({ page }) => {
  const id = await idOf(page, 'coldharbour')
  const html = await (await page.request.get(`/profile/${id}`)).text()
  expect(html).toContain('South London. Cold keys, warm 808s.')
  expect(html).toMatch(new RegExp(`<meta property="og:image" content="[^"]+/og/profile/${id}.jpg">`))
  expect(html).toContain('<meta property="og:type" content="profile">')
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!
  expect(JSON.parse(data!)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      name: 'ColdHarbour',
      sameAs: expect.arrayContaining([expect.stringContaining('instagram.com')]) as string[],
    },
  })
  const kits = await (await page.request.get(`/profile/${id}?tab=kits`)).text()
  expect(kits).toContain('<title>ColdHarbour: kits | Slide</title>')
  const picture = await page.request.get(`/og/profile/${id}.jpg`)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
})

test('a menu that was opened once does not open by itself on the next profile', async ({ page }) => {
  await page.goto('/producers')
  const visit = async (name: string) => {
    await page.getByRole('region', { name: 'Results' }).getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await visit('ColdHarbour')
  await page.getByRole('button', { name: 'More about ColdHarbour' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await visit('QuaiNord')
  const more = page.getByRole('button', { name: 'More about QuaiNord' })
  await expect(more).not.toHaveAttribute('aria-expanded', 'true')
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
})
