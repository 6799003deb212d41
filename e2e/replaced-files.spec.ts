import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { uploadBeat } from './studio.ts'
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
import { asFile, wavFile } from './uploads.ts'

const newCover = async () => ({
  name: 'new cover.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 700, height: 700, channels: 3, background: '#a33' } })
    .png()
    .toBuffer(),
})

/** A seller with a beat on sale, and a token for calls beside the browser. */
async function beatOnSale(page: Page, title: string) {
  const person = somebody()
  const reply = await page.request.post('/api/auth/register', { data: person })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  await uploadBeat(page.request, { headers }, title)
  const mine = (await (await page.request.get('/api/me/items', { headers })).json()) as { items: { id: number }[] }
  const login = { email: 'admin@slide.test', password: DEMO_PASSWORD }
  const admin = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { accessToken: string }
  const approved = await page.request.post(`/api/admin/beats/${mine.items[0]!.id}/approve`, {
    headers: { authorization: `Bearer ${admin.accessToken}` },
    data: {},
  })
  expect(approved.status()).toBe(200)
  return { ...person, id: mine.items[0]!.id, headers }
}

const openEdit = async (page: Page, title: string, isPhone: boolean) => {
  if (!isPhone) return page.getByRole('button', { name: `Edit ${title}` }).click()
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

test('new cover and audio of a beat on sale wait for the review, where both versions stand side by side', async ({
  page,
  complaints,
}, { project }) => {
  const title = `Versions ${project.name}`
  const ann = await beatOnSale(page, title)
  await keepSession(page, ann.email, ann.password)
  await page.goto('/sell')
  await openEdit(page, title, project.name === 'phone')
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
  await page.request.delete(`/api/me/beats/${ann.id}`, { headers: ann.headers })
})

test('a change that waits is taken back', async ({ page }, { project }) => {
  const title = `Second thoughts ${project.name}`
  const ann = await beatOnSale(page, title)
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
  await page.request.delete(`/api/me/beats/${ann.id}`, { headers: ann.headers })
})
