import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import { asFile, longWay, openUpload, travel, wavFile } from './uploads.ts'

export const SLOW = { bytesPerSecond: 400_000 }
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload', exact: true })
export const zone = (page: Page) => dialogOf(page).getByLabel(/Drop your beat here/)
export const uploaded = (page: Page) => dialogOf(page).getByText('Uploaded', { exact: true })
export const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Upload Beat' })

/** Fills what a file does not tell. */
export async function fillIn(page: Page) {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Genre').fill('UK Drill')
  await dialog.getByLabel('Tags and moods').fill('bus,')
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await dialog.getByLabel('Price of MP3 Lease').fill('29.95')
}

/** Begins an upload that goes on for as long as the test wants. */
export async function beginSlowly(page: Page, wav = longWay(wavFile())) {
  await page.goto('/sell')
  await openUpload(page)
  await travel(page, SLOW)
  await zone(page).setInputFiles(asFile(wav))
  await expect(dialogOf(page).getByText(/^[2-9]\d%$/), 'the server has a part of it').toBeVisible()
  return wav
}
