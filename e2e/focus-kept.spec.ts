import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { asFile, newSeller, twoTracks, wavFile } from './uploads.ts'

/** Presses a key on a control, as somebody does who came there by Tab. */
async function press(control: ReturnType<Page['getByRole']>, key: string) {
  await control.focus()
  await control.press(key)
}

test('the focus moves on when its control goes, and the sender of a form hears what is wrong', async ({ page }) => {
  const { headers } = await newSeller(page)
  for (const title of ['First Draft', 'Second Draft', 'Third Draft'])
    expect((await page.request.post('/api/me/beats', { headers, data: { title } })).ok()).toBe(true)
  await page.goto('/sell')
  const choose = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` })
  const all = page.getByRole('checkbox', { name: 'Select all' })
  const bar = page.getByRole('group', { name: 'Selected items' })

  await press(choose('Second Draft'), 'Space')
  await press(bar.getByRole('button', { name: 'Select none' }), 'Enter')
  await expect(bar).toHaveCount(0)
  await expect(all).toBeFocused()

  await press(choose('Third Draft'), 'Space') // it stays the one that was changed last
  await press(bar.getByRole('button', { name: 'Change prices' }), 'Enter')
  const prices = page.getByRole('dialog', { name: 'Change prices of 1 item' })
  await press(prices.getByRole('button', { name: 'Change prices' }), 'Enter')
  await expect(prices.getByLabel('New price')).toBeFocused()
  await expect(prices.getByRole('alert')).toHaveText('Enter a price above 0.')
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'Change prices' })).toBeFocused()

  // the dialog has nobody to give the focus back to: its button has left with the bar
  await press(bar.getByRole('button', { name: 'Change tags' }), 'Enter')
  await page.getByRole('dialog').getByLabel('Add').fill('street')
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(all).toBeFocused()

  await press(page.getByRole('button', { name: 'More for Second Draft' }), 'Enter')
  await press(page.getByRole('menuitem', { name: 'Delete' }), 'Enter')
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }), 'Enter')
  await expect(choose('Second Draft')).toHaveCount(0)
  await expect(choose('First Draft')).toBeFocused()
})

test('the focus stays in the upload dialog, in sight, and beside the file that was chosen', async ({
  page,
  harmless,
}) => {
  harmless.push(/404 .*heard/) // the file may be removed while the server is asked about it
  await newSeller(page)
  await page.goto('/sell')
  await press(page.getByRole('button', { name: 'Upload', exact: true }).first(), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload' })
  const button = (name: string) => dialog.getByRole('button', { name })
  const beats = dialog.getByLabel(/Drop your beat here/)
  await beats.focus()
  await beats.setInputFiles(asFile(wavFile(), 'Keys.wav'))
  await expect(button('Play Keys.wav')).toBeFocused()
  await press(button('Remove Keys.wav'), 'Enter')
  await expect(beats).toBeFocused()

  const tab = dialog.getByRole('tab', { name: 'Single Beat' })
  await dialog.getByLabel('Exclusive Rights').focus()
  await expect(tab).not.toBeInViewport()
  await press(button('Close'), 'Tab')
  await expect(tab).toBeFocused()
  await expect(tab).toBeInViewport({ ratio: 1 })

  await tab.press('ArrowRight') // it takes nothing away yet
  await expect(dialog.getByRole('tab', { name: 'Pack of Beats' })).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Keys')
  await page.keyboard.press('Enter')
  const packs = dialog.getByLabel(/Drop your beats here/)
  await packs.focus()
  await packs.setInputFiles(twoTracks())
  await button('Move Gutter down').focus()
  await page.keyboard.down('Enter')
  await expect(button('Move Gutter up')).toBeFocused()
  await page.keyboard.down('Enter') // still held
  await page.keyboard.up('Enter')
  await expect(dialog.getByText('Gutter is track 2 of 2.')).toBeAttached()
  await expect(button('Move Gutter up')).toBeFocused()
})
