import sharp from 'sharp'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, somebody, test } from './test.ts'

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer()

test('a person crops, uploads and removes an avatar, and the header of every tab follows', async ({
  page,
  context,
}) => {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto('/account')
  const other = await context.newPage()
  await other.goto('/about')
  const face = (tab: typeof page) => tab.getByRole('button', { name: 'Account menu' }).locator('img')

  await page
    .getByLabel('Choose avatar')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  const dialog = page.getByRole('dialog', { name: 'Crop your avatar' })
  await dialog.getByLabel('Zoom').focus()
  await page.keyboard.press('End')
  await expect(dialog.getByLabel('Zoom')).toHaveValue('400')
  await dialog.getByRole('img', { name: 'Preview' }).hover()
  await page.mouse.down()
  await page.mouse.move(20, 300, { steps: 4 })
  await page.mouse.up()
  await expect(dialog.getByLabel('Left to right')).not.toHaveValue('50')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(face(page)).toHaveAttribute('src', /^\/media\/avatars\//)
  await expect(face(other)).toHaveAttribute('src', /^\/media\/avatars\//)

  await page.getByRole('button', { name: 'Remove avatar' }).click()
  await expect(face(page)).toHaveCount(0)
  await expect(face(other)).toHaveCount(0)
})

test('a banner is shown, and a file that is no picture is refused', async ({ page }) => {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto('/account')
  const input = page.getByLabel('Choose banner')
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible()
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/me/banner'))))
  await page.getByRole('dialog', { name: 'Crop your banner' }).getByRole('button', { name: 'Save' }).dblclick()
  await expect(page.getByRole('img', { name: 'Your banner' })).toBeVisible()
  expect(sent).toBe(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('picture and sliders of the crop dialog fit a low window', async ({ page }) => {
  const person = somebody()
  await page.request.post('/api/auth/register', { data: person })
  await keepSession(page, person.email, person.password)
  await page.goto('/account')
  await page
    .getByLabel('Choose avatar')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  const dialog = page.getByRole('dialog', { name: 'Crop your avatar' })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [dialog.getByRole('img', { name: 'Preview' }), dialog.getByLabel('Top to bottom')])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
})
