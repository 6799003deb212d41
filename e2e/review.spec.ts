import type { Page } from '@playwright/test'
import { openDatabase, sellerIn } from './earner.ts'
import { addBeat, addBeatInReview } from './made-beats.ts'
import { uploadBeat, seller } from './studio.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusal,
  keepSession,
  phoneOnly,
  phoneToo,
  test,
} from './test.ts'

const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })

test(
  'an admin hears, approves and rejects what sellers sent; the sellers see the reason and resubmit',
  phoneToo,
  async ({ page, request, isMobile }) => {
    const ann = await seller(request)
    const mark = ann.displayName.slice(-12)
    for (const title of [`Kept ${mark}`, `Refused ${mark}`]) await uploadBeat(request, ann, title)
    await keepSession(page, 'admin@slide.test')
    await page.goto('/admin')
    await page.getByRole('searchbox', { name: 'title or user' }).fill(mark)
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText(ann.displayName)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: `Play Kept ${mark}` }).click()
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(`Kept ${mark}`)
    const kept = rows(page).filter({ hasText: 'Kept' })
    await expect(kept).toContainText('You are reviewing it')
    await expect(kept).toContainText('Master')
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByText('Master').filter({ visible: true })).toBeVisible()
    await expect(isMobile ? kept : player).toContainText(/Loudness−\d+\.\d LUFS/)
    if (!isMobile) await expect(player.getByRole('slider', { name: /^Position/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await player.getByRole('button', { name: 'Reject' }).click()
    await page
      .getByRole('dialog', { name: `Reject “Kept ${mark}”` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await player.getByRole('button', { name: 'Approve' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(player.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await page.getByRole('button', { name: `Reject Refused ${mark}` }).click()
    const dialog = page.getByRole('dialog', { name: `Reject “Refused ${mark}”` })
    await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('   ')
    await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('')
    await dialog.getByRole('button', { name: 'Sample not cleared' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(/is not cleared/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(page.getByText('No submission has that title or user.')).toBeVisible()
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).filter({ hasText: 'Refused' })).toContainText('is not cleared')

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await keepSession(page, ann.email, ann.password)
    await page.goto('/sell')
    await expect(page.getByText(/is not cleared/)).toBeVisible()
    await page.getByRole('button', { name: `Resubmit Refused ${mark}` }).click()
    const form = page.getByRole('form', { name: 'Edit' })
    await expect(form).toContainText('is not cleared')
    await form.getByRole('button', { name: 'Resubmit' }).click()
    await expect(page.getByText('It is in review again.')).toBeVisible()
    await page.getByRole('button', { name: `More for Kept ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Take off sale' }).click()
    await expect(page.getByText('It is off sale now.')).toBeVisible()
    await page.getByRole('button', { name: `More for Kept ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Put back on sale' }).click()
    await expect(page.getByText('It is on sale again.')).toBeVisible()
    await page.goto(`/search?q=${mark}`)
    await expect(page.getByRole('article').first()).toContainText(`Kept ${mark}`)
    await page.goto('/sell')
    await page.getByRole('button', { name: `More for Kept ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete beat?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Beat deleted successfully.')).toBeVisible()
  },
)

test('cards of submissions begin alike, whatever is in them', phoneOnly, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  const longName = 'MelodicDrillProductionsLondon_'
  await page.route('**/api/admin/submissions?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { items: object[] }
    await route.fulfill({ json: { ...list, items: list.items.map((item) => ({ ...item, artistName: longName })) } })
  })
  await page.goto('/admin')
  const places = () =>
    rows(page)
      .locator('[data-play]')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left))
  await expect(rows(page).filter({ hasText: 'Priority' })).not.toHaveCount(0)
  await expect(rows(page).filter({ hasNotText: 'Priority' })).not.toHaveCount(0)
  expect(new Set(await places()).size).toBe(1)
  await expect(page.getByRole('link', { name: longName }).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  const heads = await page.getByRole('columnheader').count()
  await expect(rows(page).first().getByRole('cell')).toHaveCount(heads)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a decision that fails is rolled back, keys decide too, and a double press decides once', async ({
  page,
  complaints,
}) => {
  const { db, close } = openDatabase()
  const ann = await sellerIn(db, page)
  const mark = ann.displayName.slice(-12)
  for (const title of [`Pressed ${mark}`, `Held ${mark}`, `Keys ${mark}`]) await addBeatInReview(db, ann.id, title)
  await close()
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?q=${mark}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: `Approve Pressed ${mark}` }).dblclick()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: `Select Held ${mark}` }).focus()
  await page.keyboard.down('a')
  await expect(page.getByRole('checkbox', { name: `Select Keys ${mark}` })).toBeFocused()
  await page.keyboard.down('a') // as a held key repeats
  await page.keyboard.up('a')
  await expect(rows(page)).toHaveCount(1)
  await page.route('**/api/admin/beats/*/approve', (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
  )
  await expect(page.getByRole('status').filter({ hasText: /waits?\. The first in line/ })).toBeVisible()
  const turnLetters = async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Keys' }).press('Enter')
    await page.getByRole('switch', { name: /^Single-letter keys/ }).press('Space')
    await page.keyboard.press('Escape')
  }
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await turnLetters()
  await expect(page.getByText('next, last')).toHaveCount(0)
  await refresh.press('j')
  await expect(refresh).toBeFocused()
  await turnLetters()
  await refresh.press('j')
  await expect(page.getByRole('checkbox', { name: `Select Keys ${mark}` })).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Approve failed, rolled back.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expectRefusal(complaints, 503)
  await page.unroute('**/api/admin/beats/*/approve')
  await page.getByRole('checkbox', { name: `Select Keys ${mark}` }).check()
  await page.getByRole('group', { name: 'Selected submissions' }).getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Too quiet')
  const failing = '**/api/admin/beats/*/reject'
  await page.route(failing, (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Reject failed, rolled back.')).toBeVisible()
  expectRefusal(complaints, 503)
  await page.unroute(failing)
  await page.getByRole('button', { name: `Reject Keys ${mark}` }).click()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too quiet')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(rows(page)).toHaveCount(0)
})

test('a beat whose exclusive sale was refunded goes to the review again with its files', async ({ page }) => {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await addBeat(db, person.id, 'Came Back', { status: 'draft', statusReason: 'Its exclusive sale was refunded.' })
  await close()
  await keepSession(page, person.email, person.password)
  await page.goto('/sell')
  await expect(page.locator('main').getByText('Off sale. Its exclusive sale was refunded.')).toBeVisible()
  await page.getByRole('button', { name: 'Resubmit Came Back' }).click()
  const form = page.getByRole('form', { name: 'Edit' })
  await expect(form.getByRole('button', { name: 'Replace cover' })).toBeVisible()
  await form.getByRole('button', { name: 'Resubmit' }).click()
  await expect(page.getByText('It is in review again.')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Came Back' }).getByText('In review')).toBeVisible()
})
