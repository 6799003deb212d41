import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts'
import { asFile, asZip, dropOn, newSeller, openUpload, smallKit, twoTracks, wavFile } from './uploads.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Upload( Kit)?$/ })
const packZone = (page: Page) => dialogOf(page).getByLabel(/Drop your beats here/)
const kitZone = (page: Page) => dialogOf(page).getByLabel(/Drop your kit here/)
const uploaded = (page: Page) => dialogOf(page).getByText('Uploaded', { exact: true })

async function openPack(page: Page) {
  await page.goto('/upload?tab=pack')
  await expect(packZone(page)).toBeAttached()
  return dialogOf(page)
}

async function describe(page: Page) {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Description').fill('Recorded on the pavement.')
  await dialog.getByLabel('Tags and moods').fill('street,')
}

/** Waits until the item is in the review. */
async function untilReview(page: Page) {
  const tray = page.getByRole('region', { name: 'Uploads' })
  const steps = tray.getByRole('list', { name: 'Steps' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Review', { timeout: 90_000 })
  await expect(page.locator('main').getByText('In review')).toBeVisible()
}

test('a pack is picked as a ZIP, its tracks are listed, and it comes to the review', async ({ page }) => {
  await newSeller(page)
  await page.goto('/sell')
  const dialog = await openUpload(page)
  await dialog.getByRole('tab', { name: 'Pack of Beats' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await packZone(page).setInputFiles(twoTracks())
  await expect(dialog.getByLabel('Name')).toHaveValue('Wet Street')
  const tracks = dialog.getByRole('list', { name: 'Tracks' }).getByRole('listitem')
  await expect(tracks).toContainText(['1Gutter 142 Cm.wav', '2Kerb 140 Am.wav'])
  await expect(uploaded(page)).toBeVisible()
  await describe(page)
  await dialog.getByLabel('Price of MP3 Lease').fill('64.95')
  await dialog.getByLabel('Premium (WAV + Stems)').check()
  await expect(dialog.getByText('Kept, and offered as soon as the stems are there.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Upload Pack' }).click()
  await expect(page.getByText('Pack uploaded!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await untilReview(page)
})

test('several sounds are dropped and become one pack', async ({ page }) => {
  const { headers } = await newSeller(page)
  const dialog = await openPack(page)
  const sounds = [
    asFile(wavFile(6), 'Step 10.wav'),
    asFile(wavFile(6), 'Stép 2.wav'),
    asFile(wavFile(6), 'Step 10.wav'),
  ]
  await dropOn(packZone(page), sounds)
  await expect(dialog.getByText('3 files.zip')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Tracks' }).getByRole('listitem')).toContainText([
    'Stép 2.wav',
    'Step 10 (2).wav',
    'Step 10.wav',
  ])
  await expect(uploaded(page)).toBeVisible()
  await dialog.getByLabel('Title of track 3').fill('Last step')
  await dialog.getByRole('button', { name: 'Move Last step up' }).click()
  await expect(dialog.getByLabel('Title of track 2')).toHaveValue('Last step')
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Steps')
  await describe(page)
  await dialog.getByLabel('Price of MP3 Lease').fill('50')
  await dialog.getByRole('button', { name: 'Upload Pack' }).click()
  await expect(page.getByText('Pack uploaded!')).toBeVisible()
  await untilReview(page)
  const { items } = (await (await page.request.get('/api/me/packs', { headers })).json()) as { items: { id: number }[] }
  const contents = await page.request.get(`/api/me/packs/${items[0]!.id}/contents`, { headers })
  const tracks = (await contents.json()) as { title: string; fileName: string; bytes: number; fileUrl: string }[]
  expect(tracks.map(({ fileName }) => fileName)).toEqual(['Stép 2.wav', 'Step 10.wav', 'Step 10 (2).wav'])
  expect(tracks[1]!.title).toBe('Last step')
  const file = await page.request.get(tracks[0]!.fileUrl)
  expect((await file.body()).equals(sounds[1]!.buffer), 'the file is the one that was dropped').toBe(true)
})

test('files that make no pack are refused with the reason', async ({ page }) => {
  await newSeller(page)
  const dialog = await openPack(page)
  const [wav, zip, flac, rar] = ['a.wav', 'b.zip', 'c.flac', 'd.rar'].map((name) => asFile(Buffer.from('x'), name))
  for (const [files, message] of [
    [[wav!, zip!], 'Pick a single .zip OR multiple .mp3/.wav files, not both.'],
    [[flac!], 'Only .mp3, .wav, or a single .zip are allowed.'],
    [[zip!, zip!], 'Only .mp3, .wav, or a single .zip are allowed.'],
    [[rar!], 'Only .zip files are allowed for packs.'],
    [[wav!, asFile(Buffer.alloc(0), 'e.wav')], 'File is smaller than 1 bytes'],
  ] as const) {
    await dropOn(packZone(page), [...files])
    await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  }
  await packZone(page).setInputFiles([asFile(wavFile(1), 'a.wav'), asFile(Buffer.from('x'), 'b.mp3')])
  await dialog.getByLabel('WAV Lease', { exact: true }).check()
  await expect(dialog.getByText('Kept, and offered as soon as WAVs of all tracks are there.')).toBeVisible()
})

test('the faults of a pack stand at its fields, those of the server too', async ({ page, complaints }) => {
  await newSeller(page)
  const dialog = await openPack(page)
  await dialog.getByRole('button', { name: 'Upload Pack' }).click()
  await expect(dialog.getByText('Please attach a .zip file for the pack.')).toBeVisible()
  await expect(packZone(page)).toBeFocused()
  await expect(dialog.getByText(/^5 fields need you/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'description', exact: true }).click()
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await packZone(page).setInputFiles(asZip([{ name: 'read me.txt' }], 'Words.zip'))
  await expect(uploaded(page)).toBeVisible()
  await describe(page)
  await dialog.getByLabel('Price of MP3 Lease').fill('20')
  await dialog.getByRole('button', { name: 'Upload Pack' }).click()
  await expect(dialog.getByRole('region', { name: 'Chosen file' })).toContainText('There is no .wav or .mp3 file')
  await expect(dialog.getByText(/^1 field needs you/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Words.zip' }).click()
  await expect(packZone(page)).toBeAttached()
  complaints.length = 0 // the browser itself reports the refusal
})

test('another tab empties the form that is left; closing keeps it', async ({ page }) => {
  await newSeller(page)
  const dialog = await openPack(page)
  await packZone(page).setInputFiles(twoTracks())
  await dialog.getByLabel('Name').fill('Kept Name')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/sell')
  await page
    .getByRole('region', { name: 'Uploads' })
    .getByRole('button', { name: 'WET STREET final.zip', exact: true })
    .click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Kept Name')
  await dialog.getByRole('tab', { name: 'Single Beat' }).click()
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  await dialog.getByLabel('Title').fill('A beat')
  await dialog.getByRole('tab', { name: 'Pack of Beats' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await expect(packZone(page)).toBeAttached()
  await dialog.getByRole('tab', { name: 'Single Beat' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
})

test('a pack is kept as a draft, and its upload completes it', async ({ page }) => {
  await newSeller(page)
  const dialog = await openPack(page)
  await dialog.getByLabel('Name').fill('Half a Pack')
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await expect(page).toHaveURL('/sell')
  await page.reload()
  await page.getByRole('button', { name: 'Complete Half a Pack' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a Pack')
  await packZone(page).setInputFiles(twoTracks())
  await describe(page)
  await dialog.getByLabel('Price of MP3 Lease').fill('20')
  await dialog.getByRole('button', { name: 'Upload Pack' }).click()
  await expect(page.getByText('Pack uploaded!')).toBeVisible()
  await expect(page.locator('main').getByText('Half a Pack')).toHaveCount(1)
})

test('a kit asks for what its type needs, and comes to the review', async ({ page }) => {
  await newSeller(page)
  await page.goto('/kits')
  const dialog = await openUpload(page)
  await expect(dialog.getByRole('heading', { name: 'Upload Kit' })).toBeVisible()
  await dropOn(kitZone(page), [asFile(Buffer.from('Rar!'), 'kit.rar')])
  await expect(dialog.getByText('Please select a .zip file', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload Kit' }).click()
  await expect(dialog.getByText('Choose the type of the kit.')).toBeVisible()
  await expect(dialog.getByText(/^6 fields need you/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await kitZone(page).setInputFiles(smallKit())
  await expect(dialog.getByLabel('Name')).toHaveValue('Estate Drums')
  await expect(dialog.getByRole('list', { name: 'Folders' }).getByRole('listitem')).toContainText(['Kicks2', 'Loops1'])
  await describe(page)
  await dialog.getByLabel('Price').fill('29')
  await dialog.getByRole('button', { name: 'Loop Kit' }).click()
  await dialog.getByRole('button', { name: 'Upload Kit' }).click()
  await expect(dialog.getByText('A Loop Kit needs a key.')).toBeVisible()
  await expect(dialog.getByLabel('BPM from')).toBeFocused()
  await dialog.getByLabel('BPM from').fill('9')
  await dialog.getByLabel('BPM to').fill('20')
  await expect(dialog.getByLabel('BPM from')).toHaveValue('30')
  await dialog.getByLabel('BPM from').fill('140')
  await dialog.getByLabel('Key').selectOption('Am')
  await expect(dialog.getByLabel('BPM to')).toHaveValue('30')
  await expect(dialog.getByText('The highest tempo can’t be below the lowest.')).toBeVisible()
  await dialog.getByLabel('BPM to').fill('144')
  await expect(uploaded(page)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Upload Kit' }).click()
  await expect(page.getByText('Kit uploaded and awaiting admin approval.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await untilReview(page)
})

test('a kit without a file is told so; its address opens the form over the kits', async ({ page }) => {
  await newSeller(page)
  await page.goto('/upload?tab=kit')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Upload Kit' }).click()
  await expect(dialog.getByText('Please attach a .zip file.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/kits')
})

/** Sends a ZIP without the browser, and waits until it is in the review. */
async function sendArchive(page: Page, { headers }: Awaited<ReturnType<typeof newSeller>>, kind: 'packs' | 'kits') {
  const pack = { licenses: [{ type: 'MP3', price: 20 }] }
  const kit = { type: 'Drum Kit', price: 20 }
  const meta = { name: 'To Edit', description: 'x', tags: ['street'], ...(kind === 'packs' ? pack : kit) }
  const zip = kind === 'packs' ? twoTracks() : smallKit()
  const reply = await page.request.post(`/api/${kind}/upload`, {
    headers,
    multipart: { meta: JSON.stringify(meta), zip },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  const { id } = (await reply.json()) as { id: number }
  const label = async () => {
    const item = await page.request.get(`/api/me/${kind}/${id}`, { headers })
    return ((await item.json()) as { statusLabel: string }).statusLabel
  }
  await expect.poll(label, { timeout: 90_000 }).toBe('In review')
}

/** Opens the edit dialog of the only item. */
async function openEdit(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Edit To Edit' }).click()
  return page.getByRole('dialog', { name: /^Edit/ })
}

test('files are taken out of a kit by keys; a refused one returns', async ({ page, complaints }) => {
  await sendArchive(page, await newSeller(page), 'kits')
  const dialog = await openEdit(page, '/kits')
  const files = dialog.getByRole('region', { name: 'Files' })
  await expect(files.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await files.getByRole('button', { name: 'Remove Estate/Kicks/Kick 1.wav' }).focus()
  await page.keyboard.press('Enter')
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByRole('button', { name: 'Remove Estate/Kicks/Kick 2.wav' })).toBeFocused()
  await expect(page.getByText('Item removed.')).toBeVisible()
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
  await page.route('**/api/kits/*/items/*', async (route) => {
    await refused
    await route.fulfill({ status: 500, json: {} })
  })
  await page.keyboard.press('Enter')
  await expect(files.getByRole('listitem')).toHaveCount(1)
  refuse()
  await expect(page.getByText('Failed to remove item.')).toBeVisible()
  await expect(files.getByRole('listitem')).toContainText(['Kick 2', 'Loop'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kit updated.')).toBeVisible()
  complaints.length = 0 // the browser itself reports the refusal
})

test('tracks are taken out of a pack, but never the last', async ({ page, complaints }) => {
  await sendArchive(page, await newSeller(page), 'packs')
  await page.route('**/api/me/packs/*/contents', (route) => route.fulfill({ status: 500, json: {} }))
  const dialog = await openEdit(page, '/sell')
  await expect(dialog.getByText('Failed to load contents.')).toBeVisible()
  await page.unroute('**/api/me/packs/*/contents')
  await dialog.getByRole('button', { name: /again|retry/i }).click()
  const tracks = dialog.getByRole('region', { name: 'Tracks' })
  await tracks.getByRole('button', { name: 'Remove Street/Gutter 142 Cm.wav' }).click()
  await expect(page.getByText('Item removed.')).toBeVisible()
  await expect(tracks.getByRole('listitem')).toContainText(['Kerb'])
  await tracks.getByRole('button', { name: 'Remove Street/Kerb 140 Am.wav' }).click()
  await expect(page.getByText('This is the last track of the pack. Delete the pack instead.')).toBeVisible()
  await expect(tracks.getByRole('listitem')).toContainText(['Kerb'])
  complaints.length = 0 // the browser itself reports the refusals
})
