import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { approve, seller, uploadBeat } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test, phoneToo } from './test.ts'
import { asFile, wavFile } from './uploads.ts'

const newCover = async () => ({
  name: 'new cover.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 700, height: 700, channels: 3, background: '#a33' } })
    .png()
    .toBuffer(),
})

/** A seller with a beat on sale, and a token for calls beside the browser. */
async function beatOnSale(request: APIRequestContext) {
  const ann = await seller(request)
  const title = `Versions ${ann.displayName}`
  await uploadBeat(request, ann, title)
  const mine = (await (await request.get('/api/me/items', { headers: ann.headers })).json()) as {
    items: { id: number }[]
  }
  const { id } = mine.items[0]!
  await approve(request, 'beats', id)
  return { ...ann, id, title }
}

/** Each test leaves the beat on sale without a change that waits, so one beat serves all. */
let ann: Awaited<ReturnType<typeof beatOnSale>>
test.beforeAll(async ({ request }) => {
  ann = await beatOnSale(request)
})
test.afterAll(async ({ request }) => {
  await request.delete(`/api/me/beats/${ann.id}`, { headers: ann.headers })
})

test(
  'new cover and audio of a beat on sale wait for the review, where both versions stand side by side',
  phoneToo,
  async ({ page, complaints, isMobile }) => {
    const { title } = ann
    await keepSession(page, ann.email, ann.password)
    await page.goto('/sell')
    if (isMobile) {
      await page.getByRole('button', { name: `More for ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    } else await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Replace cover' }).click()
    const dialog = page.getByRole('dialog', { name: 'Files' })
    const part = (name: string) => dialog.getByRole('group', { name, exact: true })
    await expect(part('Audio').getByText('Drop another WAV or MP3 to replace it')).toBeVisible()
    await expectAccessible(page)
    await part('Audio')
      .locator('input')
      .setInputFiles({ ...asFile(wavFile(6)), name: 'lies.mp3' })
    await expect(part('Audio').getByRole('alert')).toContainText('although its name says otherwise')
    expectRefusal(complaints, 400)
    await part('Audio')
      .locator('input')
      .setInputFiles(asFile(wavFile(7)))
    await expect(page.getByText('Audio sent. It is checked, and then reviewed.')).toBeVisible()
    await part('Cover')
      .locator('input')
      .setInputFiles(await newCover())
    const change = part('Change in review')
    await expect(change).toContainText('New audio and cover in review.', { timeout: 60_000 })
    await expect(change.getByAltText('New cover')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const main = page.locator('main')
    await expect(main.getByText('New audio and cover in review.')).toBeVisible()
    await expect(main.getByText('Published', { exact: true }).first()).toBeVisible()

    await keepSession(page, 'admin@slide.test')
    await page.goto(`/admin?q=${encodeURIComponent(title)}`)
    const [before, after] = ['Present', 'New'].map((name) =>
      page.getByRole('group', { name: `${name} version of ${title}` }),
    )
    await expect(before!.getByAltText('Present cover')).toBeVisible()
    await expect(after!.getByAltText('New cover')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await after!.getByRole('button', { name: `Play ${title}, new audio` }).click()
    await expect(after!.getByRole('button', { name: `Pause ${title}, new audio` })).toBeVisible()
    await before!.getByRole('button', { name: `Play ${title}, present audio` }).click()
    await expect(before!.getByRole('button', { name: `Pause ${title}, present audio` })).toBeVisible()
    await page.getByRole('button', { name: `Approve ${title}` }).click()
    await expect(page.getByRole('button', { name: `Approve ${title}` })).toHaveCount(0)
    const own = async () =>
      (await (await page.request.get(`/api/me/beats/${ann.id}`, { headers: ann.headers })).json()) as object
    await expect.poll(own).toMatchObject({ durationInSeconds: 7, proposal: null })
  },
)

test('a change that waits is taken back', async ({ page }) => {
  const { title } = ann
  await keepSession(page, ann.email, ann.password)
  await page.goto('/sell')
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files' })
  await dialog
    .getByRole('group', { name: 'Cover' })
    .locator('input')
    .setInputFiles(await newCover())
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('Taken back. The present version stays.')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Change in review' })).toHaveCount(0)
})

test('a preview is made anew without its voice tag, and is heard in review beside the present one', async ({
  page,
}) => {
  const { title } = ann
  await keepSession(page, ann.email, ann.password)
  await page.goto('/sell')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await page.getByRole('button', { name: 'Make preview anew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files' })
  const part = dialog.getByRole('group', { name: 'Preview', exact: true })
  await expect(part.getByText('It waits for a review; the present one stays until then.')).toBeVisible()
  const tag = part.getByRole('switch', { name: 'Voice tag in the preview' })
  await expect(tag).toBeChecked()
  await part.getByRole('button', { name: 'Record or upload yours' }).click()
  const voice = page.getByRole('dialog', { name: 'Your voice tag' })
  await expect(voice).toContainText('“Files” of a beat makes its preview anew.')
  await expect(voice.locator(':focus'), 'it takes the keys').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(voice).toHaveCount(0)
  await tag.focus()
  await page.keyboard.press('Space')
  await expect(tag).not.toBeChecked()
  const button = part.getByRole('button', { name: 'Make anew' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The preview is made anew, and then reviewed.')).toBeVisible()
  await expect(button).toBeFocused()
  const change = dialog.getByRole('group', { name: 'Change in review' })
  await expect(change).toContainText('New preview in review.', { timeout: 60_000 })
  await expect(tag).not.toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.locator('main').getByText('New preview in review.')).toBeVisible()

  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?q=${encodeURIComponent(title)}`)
  const version = (name: string) => page.getByRole('group', { name: `${name} version of ${title}` })
  await expect(version('New').getByText('Preview without voice tag')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await version('New')
    .getByRole('button', { name: `Play ${title}, new preview` })
    .click()
  await expect(version('New').getByRole('button', { name: `Pause ${title}, new preview` })).toBeVisible()
  await expect(page.getByText('Master', { exact: true }), 'no master is heard').toHaveCount(0)
  await version('Present')
    .getByRole('button', { name: `Play ${title}, present preview` })
    .click()
  await expect(version('Present').getByRole('button', { name: `Pause ${title}, present preview` })).toBeVisible()
  await page.getByRole('button', { name: `Approve ${title}` }).click()
  await expect(page.getByRole('button', { name: `Approve ${title}` })).toHaveCount(0)
  const own = async () =>
    (await (await page.request.get(`/api/me/beats/${ann.id}`, { headers: ann.headers })).json()) as object
  await expect.poll(own).toMatchObject({ hasTag: false, proposal: null })
})

test('a beat in review goes back into the steps when its preview is made anew', async ({ page }) => {
  const title = 'Before its review'
  const bob = await seller(page.request)
  await uploadBeat(page.request, bob, title)
  await keepSession(page, bob.email, bob.password)
  await page.goto('/sell')
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  const part = page.getByRole('dialog', { name: 'Files' }).getByRole('group', { name: 'Preview', exact: true })
  await expect(part).toContainText('the beat goes into review with it')
  await part.getByRole('switch').click()
  await part.getByRole('button', { name: 'Make anew' }).click()
  await expect(page.getByText('The preview is made anew, and then reviewed.')).toBeVisible()
  const mine = (await (await page.request.get('/api/me/items', { headers: bob.headers })).json()) as {
    items: { id: number }[]
  }
  const { id } = mine.items[0]!
  const detail = async () =>
    (await (await page.request.get(`/api/me/beats/${id}`, { headers: bob.headers })).json()) as object
  await expect.poll(detail, { timeout: 60_000 }).toMatchObject({ hasTag: false, statusLabel: 'In review' })
  await expect(part, 'the dialog follows').toContainText('the beat goes into review with it')
  await expect(part.getByRole('switch')).not.toBeChecked()
  await expectAccessible(page)
  await page.request.delete(`/api/me/beats/${id}`, { headers: bob.headers })
})
