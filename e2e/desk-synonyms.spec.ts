import { randomUUID } from 'node:crypto'
import { cards } from './lists.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, keepSession, test } from './test.ts'

test('an admin adds a pair of words, searches know it at once, and the admin removes it', async ({
  page,
  complaints,
}) => {
  const word = `zither${randomUUID().replace(/\W/g, '').slice(0, 10)}`
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=search')
  const form = page.getByRole('form', { name: 'Add a pair' })
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Give a word.')).toHaveCount(2)
  await form.getByRole('textbox', { name: 'Word' }).fill(word)
  await form.getByRole('textbox', { name: 'Means the same as' }).fill('violin one two three')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Use at most 3 words.')).toBeVisible()
  expectRefusal(complaints, 400)
  await expect(form.getByRole('textbox', { name: 'Means the same as' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Means the same as' }).fill('Kalimba')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('The pair is added.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Word' })).toHaveValue('')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`/search?q=${word}`)
  await expect(cards(page).first()).toContainText('Harmattan')

  await page.goto(`/admin?tab=search&q=${word}`)
  await page.getByRole('button', { name: `Remove ${word} = kalimba` }).click()
  await expect(page.getByText('No pair has that word.')).toBeVisible()
  await page.goto('/admin?tab=audit')
  await expect(page.getByRole('row').filter({ hasText: `${word} = kalimba` })).toHaveCount(2)
})
