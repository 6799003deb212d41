import { readFile, writeFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { seller, uploadBeat } from './studio.ts'
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
import { dropOn, wavFile } from './uploads.ts'

const NAME = 'نادية Åström-Bello'

async function signedIn(request: APIRequestContext, email: string, password = DEMO_PASSWORD) {
  const reply = await request.post('/api/auth/login', { data: { email, password } })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  return { headers: { authorization: `Bearer ${accessToken}` } }
}

/** A beat with a known master, and a new person who has bought a license of it. */
async function sell(request: APIRequestContext, title: string) {
  const master = wavFile(6)
  const producer = await seller(request)
  await uploadBeat(request, producer, title, [{ type: 'WAV', price: 30 }], master)
  const mine = (await (await request.get('/api/me/items', producer)).json()) as { items: { id: number }[] }
  const beatId = mine.items[0]!.id
  const admin = await signedIn(request, 'admin@slide.test')
  await request.post(`/api/admin/beats/${beatId}/approve`, { ...admin, data: {} })

  const buyer = await seller(request)
  const started = await request.post('/api/checkout/start', {
    ...buyer,
    data: { items: [{ type: 'beat', beatId, licenseType: 'WAV' }], method: 'credit', total: 30, legalName: NAME },
  })
  const { sessionId, clientSecret, orderId } = (await started.json()) as Record<string, string>
  const card = { number: '4242 4242 4242 4242', expires: '12 / 39', cvc: '314' }
  await request.post(`/api/sandbox/payments/${sessionId}/card`, { data: { ...card, clientSecret } })
  const confirmed = await request.post('/api/checkout/confirm', {
    ...buyer,
    data: { provider: 'stripe', sessionId, orderId },
  })
  expect(await confirmed.json()).toMatchObject({ state: 'paid' })
  const library = (await (await request.get('/api/library', buyer)).json()) as { items: { licenseNumber: string }[] }
  return { master, buyer, number: library.items[0]!.licenseNumber }
}

test('anybody checks a license and its file; the buyer sees the names and gets the PDF', async ({ page }, testInfo) => {
  const { master, buyer, number } = await sell(page.request, `Signed ${somebody().displayName}`)
  const answer = await page.goto(`/license/${number}`)
  expect(answer!.status()).toBe(200)
  expect(await answer!.text()).toContain('<meta name="robots" content="noindex">')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByText('It was paid, and it is in force.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'WAV Lease' })).toContainText('Copies soldUp to 7,500')
  await expect(page.getByText('Not public')).toBeVisible()
  await expect(page.getByText(NAME)).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const check = page.getByRole('region', { name: 'Is this the licensed file?' })
  await check.locator('input').setInputFiles({ name: 'renamed (2).wav', mimeType: 'audio/wav', buffer: master })
  await expect(check.getByRole('status')).toContainText('Yes. This is the licensed file.')
  await expect(check.getByRole('status')).toContainText('renamed (2).wav')
  await expectAccessible(page)
  await check.getByRole('button', { name: 'Check another file' }).click()
  await expect(check.locator('input')).toBeFocused()
  await dropOn(check.locator('label'), [{ name: 'radio edit.wav', buffer: wavFile(1) }])
  await expect(check.getByRole('status')).toContainText('No. This file is not part of the license.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await check.getByRole('button', { name: 'Check another file' }).click()
  await dropOn(check.locator('label'), [{ name: 'The whole license.zip', buffer: wavFile(1) }])
  await expect(check.getByRole('status')).toContainText('unpack it and drop a file from inside')

  // keys alone, and a file that is read in parts
  await check.getByRole('button', { name: 'Check another file' }).press('Enter')
  const chooser = page.waitForEvent('filechooser')
  await check.locator('input').press('Space')
  const long = testInfo.outputPath('long.wav') // bytes that are sent through the test's connection take a minute
  await writeFile(long, Buffer.alloc(40_000_000))
  await (await chooser).setFiles(long)
  await expect(check.getByRole('status')).toContainText('long.wav')
  await expect(check.getByRole('status')).toContainText('No. This file is not part of the license.')

  await keepSession(page, buyer.email, buyer.password)
  await page.goto(`/license/${number}`)
  await expect(page.getByText(NAME)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain(`${number}.pdf`)
  expect((await readFile(await file.path())).toString('latin1', 0, 8)).toBe('%PDF-1.7')
})

test('an unknown number is no license', async ({ page, complaints }) => {
  for (const number of ['2222-3333-4444-5555', 'nonsense']) {
    const answer = await page.goto(`/license/${number}`)
    expect(answer!.status()).toBe(404)
    expectRefusal(complaints, 404)
    await expect(page.getByRole('heading', { name: 'No such license' })).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
