import { dialogOf } from './beat-dialog.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts'
import { asFile, newSeller, openUpload, wavFile } from './uploads.ts'

test('a voice tag is recorded, played, replaced by a file and removed', async ({ page, complaints }) => {
  await newSeller(page)
  await page.goto('/sell')
  await openUpload(page)
  await dialogOf(page).getByRole('button', { name: 'Record or upload yours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your voice tag' })
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Stop recording' })).toBeVisible()
  const saved = dialog.getByRole('button', { name: 'Play your voice tag' })
  await expect(saved, 'the recording ends by itself').toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await saved.click()
  await expect(dialog.getByRole('button', { name: 'Pause your voice tag' })).toBeVisible()
  const zone = dialog.getByLabel(/Drop a sound/)
  await zone.setInputFiles(asFile(wavFile(6), 'long.wav'))
  await expect(dialog.getByText('A voice tag lasts 5 seconds at most.')).toBeVisible()
  await zone.setInputFiles(asFile(wavFile(2), 'short.wav'))
  await expect(dialog.getByText('2.0 s')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page).getByText(/^Your own tag, 2\.0 s\./)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Change it' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('2.0 s')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page).getByText(/^Slide’s own tag\./)).toBeVisible()
  complaints.length = 0 // the browser itself reports the refusal of the long one
})
