import { newBuyer, buyByCard } from './buy.ts'
import { logOf, openChat, person, say } from './chat-people.ts'
import { bar, collectSounds, playFirst } from './sound.ts'
import { expect, keepSession, test } from './test.ts'

test.use({ savesData: false }) // no Safari has `navigator.connection`

/** Takes away what Safari 16.4 lacks, the oldest one that docs/browsers.md names. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const lacks: [object, string[]][] = [
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [URL, ['canParse', 'parse']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [AbortSignal, ['any']],
      [RegExp, ['escape']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
      [Document.prototype, ['startViewTransition']],
      [Element.prototype, ['moveBefore']], // but not `checkVisibility`, which Playwright needs
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Navigator.prototype, ['connection', 'userAgentData']],
      [window, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'Iterator']],
    ]
    for (const [place, names] of lacks) for (const name of names) Reflect.deleteProperty(place, name)
  }),
)

test('an older Safari lists the files of a kit', async ({ page }) => {
  await page.goto('/kit/hats-in-sixes')
  await expect(page.getByRole('region', { name: 'Contents' }).getByRole('listitem').first()).toBeVisible()
})

test('an older Safari goes on to the page that asked for the account, and shows the library', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [{ type: 'kit', slug: 'sirens-risers' }])
  await page.goto('/login?next=/library')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(buyer.email)
  await form.getByLabel('Password', { exact: true }).fill(buyer.password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/library')
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Sirens & Risers' })).toBeVisible()
})

test('an older Safari makes links of addresses in messages and on profiles', async ({ page, request }) => {
  const [ann, bob] = [await person(request), await person(request)]
  await openChat(page, ann, bob)
  await say(page, 'https://example.com/stems')
  await expect(logOf(page).getByRole('link', { name: 'https://example.com/stems' })).toBeVisible()
  await keepSession(page, ann.email, ann.password)
  await page.goto('/account?tab=socials')
  await page.getByLabel('SoundCloud').fill('cold-keys')
  await page.getByRole('button', { name: 'Save Socials' }).click()
  await expect(page.getByLabel('SoundCloud')).toHaveValue('https://soundcloud.com/cold-keys')
})

test('an iPad, which ignores the volume, is silent when muted', async ({ page }) => {
  await collectSounds(page)
  await page.addInitScript(() =>
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} }),
  )
  await playFirst(page)
  const muted = () =>
    page.evaluate(
      () => (globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.find(({ paused }) => !paused)?.muted,
    )
  expect(await muted()).toBe(false)
  await bar(page).getByRole('button', { name: 'Mute' }).click()
  await expect.poll(muted).toBe(true)
  await bar(page).getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(muted).toBe(false)
})

test('an iPhone, which asks before it saves, still finds the file after the press', async ({ page }) => {
  const buyer = await newBuyer(page)
  await buyByCard(page, buyer, [{ type: 'beat', slug: 'stairwell-sermon', licenseType: 'MP3' }])
  await page.addInitScript(() => {
    const revoke = URL.revokeObjectURL.bind(URL)
    URL.revokeObjectURL = (url) => {
      document.documentElement.dataset.revoked = url
      revoke(url)
    }
  })
  await keepSession(page, buyer.email, buyer.password)
  await page.goto('/library')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'License PDF' }).click(),
  ])
  expect(download.url()).toMatch(/^blob:/)
  await expect(page.locator('html')).not.toHaveAttribute('data-revoked')
})
