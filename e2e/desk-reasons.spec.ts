import { openDatabase, sellerIn } from './earner.ts'
import { addBeatInReview } from './made-beats.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test } from './test.ts'

test('an admin adds, changes and deletes a frequent reason, and joins several', async ({ page }) => {
  const { db, close } = openDatabase()
  const ann = await sellerIn(db, page)
  const mark = ann.displayName.slice(-12)
  await addBeatInReview(db, ann.id, `Reasons ${mark}`)
  await close()
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?q=${mark}`)
  await page.getByRole('button', { name: `Reject Reasons ${mark}` }).click()
  await page.getByRole('button', { name: 'Edit reasons' }).click()
  const editor = page.getByRole('dialog', { name: 'Frequent reasons' })
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor.getByText('Give a short name.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Name' }).fill(`Tag ${mark}`)
  await editor.getByRole('textbox', { name: 'Sentence' }).fill('Remove the voice.')
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor.getByRole('listitem').filter({ hasText: mark })).toContainText('Remove the voice.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await editor.getByRole('button', { name: `Change Tag ${mark}` }).click()
  await editor.getByRole('textbox', { name: 'Sentence' }).fill('Remove the voice tag.')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('listitem').filter({ hasText: mark })).toContainText('Remove the voice tag.')

  await editor.getByRole('button', { name: 'Back to the reason' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject “Reasons ${mark}”` })
  await dialog.getByRole('button', { name: `Tag ${mark}` }).click()
  await dialog.getByRole('button', { name: 'Cover', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    'Remove the voice tag. The cover breaks our rules. Choose another picture.',
  )
  await dialog.getByRole('button', { name: 'Edit reasons' }).click()
  await editor.getByRole('button', { name: `Delete Tag ${mark}` }).click()
  await expect(editor.getByRole('listitem').filter({ hasText: mark })).toHaveCount(0)
  await editor.getByRole('button', { name: 'Back to the reason' }).click()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('No submission has that title or user.')).toBeVisible()
})
