import type { Route } from '@playwright/test'
import { beginSlowly, dialogOf, fillIn, send, uploaded, zone } from './beat-dialog.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, phoneToo } from './test.ts'
import { asFile, idsKept, newSeller, offsetsSent, openTray, openUpload, travel, wavFile } from './uploads.ts'

test('a lost connection pauses the upload, and it goes on where it was', async ({ page, complaints }) => {
  await newSeller(page)
  await beginSlowly(page)
  await travel(page, { offline: true })
  await expect(dialogOf(page).getByText('Waiting for connection')).toBeVisible()
  // the server may have all bytes already; then nothing more is sent
  const told = page.waitForResponse((reply) => reply.request().method() === 'HEAD')
  await travel(page, {})
  const offset = Number((await told).headers()['upload-offset'])
  await expect(uploaded(page)).toBeVisible()
  expect(offset).toBeGreaterThan(0)
  complaints.length = 0 // the browser itself reports the broken call
})

test('after a reload the same file goes on at the offset of the server', async ({ page }) => {
  await newSeller(page)
  const wav = await beginSlowly(page)
  await expect.poll(() => idsKept(page)).toHaveLength(1)
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.accept()
    }),
  )
  await page.reload()
  expect(await asked).toBe('beforeunload')
  await travel(page, {})
  const offsets = offsetsSent(page)
  const told = page.waitForResponse((reply) => reply.request().method() === 'HEAD')
  await openUpload(page)
  await zone(page).setInputFiles(asFile(wav, 'another name.wav'))
  const offset = Number((await told).headers()['upload-offset'])
  await expect(uploaded(page)).toBeVisible()
  expect(offset).toBeGreaterThan(0)
  expect(offset).toBeLessThan(wav.length)
  expect(offsets).toEqual([offset])
})

test('a second tab refuses a file that the first one sends', async ({ page, context }) => {
  await newSeller(page)
  const wav = await beginSlowly(page)
  const other = await context.newPage()
  await other.goto('/sell')
  await openUpload(other)
  await zone(other).setInputFiles(asFile(wav))
  await expect(dialogOf(other).getByText('This file is being uploaded already, here or in another tab.')).toBeVisible()
  await other.close()
  await travel(page, {})
  await expect(uploaded(page)).toBeVisible()
})

test(
  'an upload goes on from page to page, is paused, resumed and canceled',
  phoneToo,
  async ({ page, complaints }, { project }) => {
    const { headers } = await newSeller(page)
    await beginSlowly(page)
    await dialogOf(page).getByLabel('Title').fill('Bus of the Night')
    await page.keyboard.press('Escape')
    await page
      .getByRole('navigation', { name: /^(Main|Sections)$/ })
      .getByRole('link', { name: 'Charts' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /charts/i })).toBeVisible()
    const tray = await openTray(page, project.name)
    await tray.getByRole('button', { name: /^Pause the upload of/ }).click()
    await expect(tray.getByText(/^Paused at/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await tray.getByRole('button', { name: /^Resume the upload of/ }).click()
    await expect(tray.getByText(/KB\/s/)).toBeVisible()
    await tray.getByRole('button', { name: 'NIGHT BUS 140 final v3.wav', exact: true }).click()
    await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Bus of the Night')
    await page.keyboard.press('Escape')
    const [id] = await idsKept(page)
    await (await openTray(page, project.name)).getByRole('button', { name: /^Cancel/ }).click()
    await page
      .getByRole('dialog', { name: 'Cancel this upload?' })
      .getByRole('button', { name: 'Cancel upload' })
      .click()
    await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
    await travel(page, {})
    await expect.poll(async () => (await page.request.get(`/api/me/uploads/${id}`, { headers })).status()).toBe(404)
    expect(await idsKept(page)).toEqual([])
    complaints.length = 0
  },
)

test('the tray holds two uploads side by side, counts the others, and folds', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await newSeller(page)
  await beginSlowly(page)
  const zip = { name: 'stems.zip', mimeType: 'application/zip', buffer: Buffer.concat([Buffer.from('PK'), wavFile(4)]) }
  await dialogOf(page).getByRole('group', { name: 'Stems' }).locator('input').setInputFiles(zip)
  await dialogOf(page)
    .getByRole('group', { name: 'Project files' })
    .locator('input')
    .setInputFiles({ ...zip, name: 'project.zip' })
  await page.keyboard.press('Escape')
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray.getByRole('group')).toHaveCount(2)
  await tray.getByRole('button', { name: '+1 more' }).click()
  await expect(page.getByRole('dialog', { name: 'Uploads' }).getByRole('group')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await tray.getByRole('button', { name: 'Fold the uploads' }).click()
  await expect(tray.getByRole('group')).toHaveCount(0)
  expect((await tray.boundingBox())?.height).toBeLessThanOrEqual(41)
})

test('signing out cancels uploads', async ({ page }) => {
  await newSeller(page)
  await beginSlowly(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  expect(await idsKept(page)).toEqual([])
})

test('a form that arrived without an answer is not sent a second time', async ({ page, complaints }) => {
  const { headers } = await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await fillIn(page)
  await dialog.getByLabel('Title').fill('Arrived in Silence')
  const loseAnswer = (route: Route) => route.fetch().then(() => route.abort())
  await page.route('**/api/beats/upload', loseAnswer, { times: 1 })
  await send(page).click()
  await expect(dialog.getByRole('alert').getByText('Beat upload failed.')).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  const mine = await page.request.get('/api/me/items', { headers })
  expect(((await mine.json()) as { items: unknown[] }).items).toHaveLength(1)
  complaints.length = 0 // the browser itself reports the broken call
})
