import { zipOf } from '#test/archives.ts'
import { fileOf } from '#test/factories.ts'
import { sellerWithBeat } from './made-beats.ts'
import { uploadBeat } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, test } from './test.ts'
import { newSeller } from './uploads.ts'

const zip = (name: string, buffer = zipOf([{ name: 'kick.wav', content: 'a kick' }])) => ({
  name,
  mimeType: 'application/zip',
  buffer,
})

test('stems that come later put Premium on offer, and others replace them', async ({ page, complaints }) => {
  const premium = { type: 'PREMIUM', price: 99 }
  await uploadBeat(page.request, await newSeller(page), 'Late Stems', [{ type: 'MP3', price: 25 }, premium])
  await page.goto('/sell')
  const note = page.locator('main').getByText('Premium (WAV + Stems) is not offered. It needs stems.')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Add stems to Late Stems' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const stems = dialog.getByRole('group', { name: 'Stems' })
  await stems.locator('input').setInputFiles(zip('broken.zip', Buffer.from('no archive '.repeat(40))))
  await expect(page.getByText('This is no readable ZIP file.')).toBeVisible()
  expectRefusal(complaints, 400)
  await stems.locator('input').setInputFiles(zip('stems.zip'))
  await expect(page.getByText('Stems added.')).toBeVisible()
  await expect(stems.getByText(/^stems\.zip, \d/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await page.getByRole('button', { name: 'More for Late Stems' }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await stems.locator('input').setInputFiles(zip('better stems.zip'))
  await expect(stems.getByText(/^better stems\.zip, \d/)).toBeVisible()
})

test('a license that was not chosen at the upload is added in the edit form', async ({ page }) => {
  await sellerWithBeat(page, 'More Licenses', { files: [fileOf('master'), fileOf('mp3')] })
  await page.goto('/sell')
  await page.getByRole('button', { name: 'Edit More Licenses' }).click()
  const form = page.getByRole('form', { name: 'Edit' })
  await expect(form.getByRole('switch')).toHaveCount(4)
  await form.getByRole('switch', { name: 'WAV Lease' }).check()
  await form.getByRole('switch', { name: 'Premium (WAV + Stems)' }).check()
  await expect(form.getByText('It needs stems.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a price above 0.')).toHaveCount(2)
  await form.getByLabel('Price of WAV Lease in dollars').fill('-44.955')
  await expect(form.getByLabel('Price of WAV Lease in dollars')).toHaveValue('44.95')
  await form.getByLabel('Price of Premium (WAV + Stems) in dollars').fill('99')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved!')).toBeVisible()
  const chips = page.locator('main').getByRole('list', { name: 'Licenses' })
  await expect(chips).toContainText('WAV Lease: on offer')
  await expect(chips).toContainText('Premium (WAV + Stems): files missing')
})
