import { SLOW, dialogOf, fillIn, send, uploaded, zone } from './beat-dialog.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, once, test } from './test.ts'
import { asFile, dropOn, idsKept, longWay, newSeller, openTray, openUpload, travel, wavFile } from './uploads.ts'

test('a beat is picked, heard, sent, and comes to the review', async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('BPM').fill('151')
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialog.getByLabel('Title')).toHaveValue('Night Bus')
  await expect(uploaded(page)).toBeVisible()
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await expect(dialog.getByLabel('BPM'), 'a typed tempo stays').toHaveValue('151')
  await dialog.getByRole('button', { name: '70, half-time' }).click()
  await expect(dialog.getByLabel('BPM')).toHaveValue('70')
  await expect(dialog.getByLabel('Key'), 'an untouched key is filled in').not.toHaveValue('')
  await fillIn(page)
  await expect(dialog.getByLabel('Chosen file')).toHaveAttribute('data-line', 'uk')
  await dialog.getByLabel('Premium (WAV + Stems)').check()
  await expect(dialog.getByText('Kept, and offered as soon as the stems are there.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const tray = await openTray(page, test.info().project.name)
  const steps = tray.getByRole('list', { name: 'Steps' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Review', { timeout: 60_000 })
  await expectAccessible(page)
  if (test.info().project.name === 'phone') await page.keyboard.press('Escape')
  await expect(page.locator('main').getByText('In review')).toBeVisible()
  await expect(page.locator('main').getByText('70 BPM')).toBeVisible()
  expect(await idsKept(page)).toEqual([])
})

test('a beat is dropped; its form waits for the bytes, also when it is closed', async ({ page }) => {
  await newSeller(page)
  await page.goto('/upload')
  await expect(dialogOf(page)).toBeVisible()
  await travel(page, SLOW)
  await dropOn(zone(page), [asFile(longWay(wavFile()))])
  await fillIn(page)
  await dialogOf(page).getByLabel('BPM').fill('140')
  await send(page).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Uploading…' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/sell')
  await travel(page, {})
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  await expect(page.locator('main').getByText('Night Bus')).toBeVisible()
})

test('files that do not fit are refused with the reason', once, async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await zone(page).setInputFiles({ name: 'beat.flac', mimeType: 'audio/flac', buffer: Buffer.from('x') })
  await expect(dialog.getByText('File type must be one of .mp3, .wav')).toBeVisible()
  await dropOn(zone(page), [asFile(Buffer.from('x')), asFile(Buffer.from('y'))])
  await expect(dialog.getByText('Too many files')).toBeVisible()
  await dialog.getByLabel(/Your own picture/).setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(10_485_761),
  })
  await expect(dialog.getByText('File is larger than 10485760 bytes')).toBeVisible()
})

test('a form with faults names them, and each name leads to its field', async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await send(page).click()
  await expect(dialog.getByText('Choose an audio file.')).toBeVisible()
  await expect(zone(page)).toBeFocused()
  await expect(dialog.getByText(/^6 fields need you/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'tags', exact: true }).click()
  await expect(dialog.getByLabel('Tags and moods')).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^5 fields need you/)).toBeVisible()
  await dialog.getByRole('button', { name: 'MP3 Lease', exact: true }).click()
  await expect(dialog.getByLabel('Price of MP3 Lease')).toBeFocused()
  await page.keyboard.type('0')
  await expect(dialog.getByText('Enter a price above 0.')).toBeVisible()
  await dialog.getByLabel('MP3 Lease', { exact: true }).uncheck()
  await expect(dialog.getByText('Choose at least one license with a price above 0.')).toBeVisible()
  await dialog.getByLabel('WAV Lease', { exact: true }).check()
  await expect(dialog.getByText('Choose at least one license with a price above 0.')).toHaveCount(1)
  await dialog.getByLabel('Price of WAV Lease').fill('30')
  await expect(dialog.getByText('Choose at least one license with a price above 0.')).toHaveCount(0)
})

test(
  'a plan without room says so before and after sending, and leads to the plans',
  once,
  async ({ page, complaints }) => {
    const { headers } = await newSeller(page)
    for (const title of ['One', 'Two', 'Three']) await page.request.post('/api/me/beats', { headers, data: { title } })
    await page.goto('/sell')
    const dialog = await openUpload(page)
    await expect(dialog.getByRole('link', { name: 'choose a plan with more room' })).toHaveAttribute(
      'href',
      '/account?tab=plans',
    )
    await zone(page).setInputFiles(asFile(wavFile()))
    await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
    await fillIn(page)
    await send(page).click()
    await expect(
      dialog.getByText('Your plan has room for 3 beats. Delete one, or choose a plan with more room.'),
    ).toHaveCount(2)
    expectRefusal(complaints, 409)
  },
)

test('a failed step says what to do and is tried again', once, async ({ page }, { project }) => {
  await newSeller(page)
  await page.goto('/sell')
  await openUpload(page)
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialogOf(page).getByText('Heard 140 in your file.')).toBeVisible()
  await fillIn(page)
  const failed = ['done', 'done', 'done', 'failed', 'waiting'] as const
  const names = ['Received', 'Checked', 'Analyzed', 'Preview', 'Review']
  const steps = names.map((step, at) => ({ step, state: failed[at], message: at === 3 ? 'The preview broke.' : '' }))
  await page.route('**/api/me/items/*/steps', (route) => route.fulfill({ json: { steps, canRetry: true } }))
  await page.route('**/api/me/items/*/retry', async (route) => {
    await page.unroute('**/api/me/items/*/steps')
    await route.fulfill({ json: { steps, canRetry: true } })
  })
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  const tray = await openTray(page, project.name)
  await expect(tray.getByText('The preview broke.')).toBeVisible()
  await expectAccessible(page)
  await tray.getByRole('button', { name: 'Try again' }).click()
  await expect(tray.locator('[aria-current=step]')).toContainText('Review', { timeout: 60_000 })
})

test('a draft is kept on the server, and its upload completes it', once, async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await dialog.getByLabel('Title').fill('Half a Beat')
  await dialog.getByLabel('Genre').fill('UK Drill')
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Complete Half a Beat' }).click()
  await expect(dialog.getByLabel('Genre')).toHaveValue('UK Drill')
  await zone(page).setInputFiles(asFile(wavFile()))
  await expect(dialog.getByText('Heard 140 in your file.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a Beat')
  await fillIn(page)
  await send(page).click()
  await expect(page.getByText('Beat uploaded!')).toBeVisible()
  await expect(page.locator('main').getByText('Half a Beat')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Drafts 1' })).toBeVisible()
})
