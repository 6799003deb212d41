import { beginSlowly, dialogOf, fillIn, send, uploaded, zone } from './beat-dialog.ts'
import { expect, expectAccessible, once, test } from './test.ts'
import { asFile, newSeller, openUpload, travel, twoTracks, wavFile } from './uploads.ts'

test('a reload keeps the words and the complete files of a form', async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await fillIn(page)
  await dialog.getByLabel('Title').fill('Kept through a Reload')
  await page.reload()
  await openUpload(page)
  await expect(uploaded(page)).toBeVisible()
  await expect(dialog.getByText('NIGHT BUS 140 final v3.wav')).toBeVisible()
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Kept through a Reload')
  await expect(dialog.getByLabel('Price of MP3 Lease')).toHaveValue('29.95')
  await expectAccessible(page)
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  await openUpload(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.reload()
  await openUpload(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('')
})

test('a reload names the file that was half sent', once, async ({ page }) => {
  await newSeller(page)
  const wav = await beginSlowly(page)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await travel(page, {})
  await openUpload(page)
  const again = dialogOf(page).getByText('Choose NIGHT BUS 140 final v3.wav again. It goes on where it stopped.')
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await zone(page).setInputFiles(asFile(wav))
  await expect(uploaded(page)).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('a complete file that the server has removed is asked for again', once, async ({ page, complaints }) => {
  const { headers } = await newSeller(page)
  await page.goto('/sell')
  await openUpload(page)
  const reply = page.waitForResponse((one) => one.url().endsWith('/heard'))
  await zone(page).setInputFiles(asFile(wavFile()))
  const [, id] = /uploads\/([\w-]+)\/heard/.exec((await reply).url())!
  await expect(uploaded(page)).toBeVisible()
  await page.request.delete(`/api/uploads/${id}`, { headers: { ...headers, 'tus-resumable': '1.0.0' } })
  await page.reload()
  await openUpload(page)
  await expect(dialogOf(page).getByText(/^Choose NIGHT BUS 140 final v3\.wav again/)).toBeVisible()
  await send(page).click()
  await expect(dialogOf(page).getByText('Choose an audio file.')).toBeVisible()
  complaints.length = 0 // the browser itself reports the missing upload
})

test('each draft has its own form, and a new upload begins empty', once, async ({ page }) => {
  await newSeller(page)
  await page.goto('/upload?tab=pack')
  const dialog = dialogOf(page)
  await dialog.getByLabel(/Drop your beats here/).setInputFiles(twoTracks())
  await expect(uploaded(page)).toBeVisible()
  await dialog.getByLabel('Name').fill('Half a Pack')
  await dialog.getByLabel('Price of MP3 Lease').fill('20')
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await expect(page, 'the dialog’s own address is left').toHaveURL('/sell')
  await openUpload(page)
  await dialog.getByRole('tab', { name: 'Pack of Beats' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Complete Half a Pack' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a Pack')
  await expect(dialog.getByLabel('Price of MP3 Lease')).toHaveValue('20')
  await expect(uploaded(page)).toBeVisible()
})

test('a picture that is none is refused at its place, and the sound stays', once, async ({ page, complaints }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await fillIn(page)
  const drawing = {
    name: 'cover.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  await dialog.getByRole('group', { name: 'Cover' }).locator('input').setInputFiles(drawing)
  await send(page).click()
  await expect(dialog.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'cover', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove cover.jpg' }).click()
  await expect(dialog.getByRole('button', { name: 'cover', exact: true })).toHaveCount(0)
  await expect(uploaded(page)).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  complaints.length = 0 // the browser itself reports the refusal
})
