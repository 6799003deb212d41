import type { Page } from '@playwright/test'
import { approve, seller } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'
import { asZip, twoTracks, wavFile } from './uploads.ts'

/** A seller with a pack on sale. */
async function packOnSale({ request }: Page) {
  const ann = await seller(request)
  const { headers } = ann
  const name = `Streets of ${ann.displayName}`
  const meta = { name, description: 'Two.', tags: 'dark', licenses: [{ type: 'MP3', price: 20 }] }
  const multipart = { meta: JSON.stringify(meta), zip: twoTracks() }
  const reply = await request.post('/api/packs/upload', { headers, multipart })
  expect(reply.status(), await reply.text()).toBe(200)
  const { id } = (await reply.json()) as { id: number }
  const own = async () => (await (await request.get(`/api/me/packs/${id}`, { headers })).json()) as object
  await expect.poll(own, { timeout: 90_000 }).toMatchObject({ statusLabel: 'In review' })
  await approve(request, 'packs', id)
  return { ...ann, id, name, own }
}

test('another ZIP of a pack on sale waits for the review, and its tracks come with the approval', async ({ page }) => {
  const { id, name, email, password, own } = await packOnSale(page)
  await keepSession(page, email, password)
  await page.goto('/sell')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('button', { name: 'Replace ZIP' }).click()
  const part = (label: string) =>
    page.getByRole('dialog', { name: 'Files' }).getByRole('group', { name: label, exact: true })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const tracks = ['Kerb 140 Am.wav', 'Gutter 142 Cm.wav', 'Subway 144 Em.wav']
  const zip = asZip(
    tracks.map((path) => ({ name: path, content: wavFile(6) })),
    'three.zip',
  )
  await part('ZIP').locator('input').setInputFiles(zip)
  await expect(page.getByText('ZIP sent. It is checked, and then reviewed.')).toBeVisible()
  await expect(part('Change in review')).toContainText('in review.', { timeout: 60_000 })
  await expectAccessible(page)
  const contents = () =>
    page.request
      .get(`/api/packs/${id}`)
      .then(async (reply) => ((await reply.json()) as { trackCount: number }).trackCount)
  expect(await contents(), 'buyers see the present tracks').toBe(2)
  await approve(page.request, 'packs', id)
  expect(await own()).toMatchObject({ proposal: null })
  expect(await contents()).toBe(3)
  const { publicUrl } = (await own()) as { publicUrl: string }
  await page.goto(publicUrl)
  await expect(page.getByRole('region', { name: 'Contents' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Subway')
})
