import type { Locator, Page } from '@playwright/test'
import { buyByCard, newBuyer } from './buy.ts'
import { expect, keepSession, phoneOnly, test } from './test.ts'

type Way = (page: Page) => Promise<unknown>
const escape: Way = (page) => page.keyboard.press('Escape')
const pressBeside: Way = (page) => page.mouse.click(2, 2)
const pressX: Way = (page) => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
const goBack: Way = (page) => page.goBack()

type Form = { open: () => Promise<unknown>; field: Locator; words?: string }

/** The form closes at once before anybody types in it, and asks before it loses words. */
async function expectQuestion(page: Page, { open, field, words = 'Two words' }: Form, ways: readonly Way[]) {
  const question = page.getByRole('dialog', { name: 'Close without sending?' })
  for (const close of ways) {
    await open()
    await expect(field).toBeVisible()
    await close(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open()
    await field.fill(words)
    await close(page)
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(question).toHaveCount(0)
    await expect(field).toHaveValue(words)
    await close(page)
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Close without sending' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const reason = (page: Page) => page.getByRole('dialog').getByLabel('Reason')

const stopForm = (page: Page): Form => ({ open: () => button(page, 'Stop payouts').click(), field: reason(page) })

const banForm = (page: Page): Form => ({
  field: reason(page),
  async open() {
    await page.getByRole('table', { name: 'People' }).getByRole('row').nth(1).getByRole('button').first().click()
    await button(page, 'Ban…').click()
  },
})

const refundForm = (page: Page): Form => ({
  field: reason(page),
  async open() {
    await button(page, /^SL-/).first().click()
    await button(page, 'Refund…').click()
  },
})

async function findAtDesk(page: Page, tab: 'people' | 'orders', email: string) {
  await keepSession(page, 'admin@slide.test')
  await page.goto(`/admin?tab=${tab}`)
  const search = page.getByRole('search', { name: `Search ${tab}` })
  await search.getByRole('searchbox').fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
}

test('however a dialog of the desk is closed, it asks before words are lost', async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=settings')
  await expectQuestion(page, stopForm(page), [escape, pressBeside, pressX])
  await findAtDesk(page, 'people', 'buyer@slide.test')
  await expectQuestion(page, banForm(page), [escape])
})

test('a refund that was begun is not lost without a word', async ({ page }) => {
  const person = await newBuyer(page)
  await buyByCard(page, person, [{ type: 'beat', slug: 'parramatta-road', licenseType: 'MP3' }])
  await findAtDesk(page, 'orders', person.email)
  await expectQuestion(page, refundForm(page), [escape])
})

test('a new code and a new deal are not lost without a word', async ({ page }) => {
  await keepSession(page, 'growth@slide.test')
  await page.goto('/account?tab=codes')
  for (const [name, label, words] of [
    ['New code', 'Code', 'MORNING'],
    ['New deal', 'Buy', '19'],
  ] as const) {
    const field = page.getByRole('form', { name }).getByLabel(label, { exact: true })
    await expectQuestion(page, { open: () => button(page, name).click(), field, words }, [escape])
  }
})

test('Back asks before a dialog loses words, and the page stays', phoneOnly, async ({ page }) => {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/about')
  await page.goto('/admin?tab=settings')
  await expectQuestion(page, stopForm(page), [goBack]) // it doesn't fill the screen
  await expect(page).toHaveURL('/admin?tab=settings')
  await findAtDesk(page, 'people', 'buyer@slide.test')
  const ban = banForm(page)
  await expectQuestion(page, ban, [goBack])
  await ban.open()
  await ban.field.fill('Two words')
  const question = page.getByRole('dialog', { name: 'Close without sending?' })
  for (let time = 0; time < 3; time++) {
    await page.goBack()
    await expect(question).toBeVisible()
  }
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toHaveCount(0)
  await page.goBack()
  await question.getByRole('button', { name: 'Close without sending' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/tab=people/)
})

test('words about a person outlast a look at the facts', async ({ page }) => {
  await findAtDesk(page, 'people', 'buyer@slide.test')
  await banForm(page).open()
  const field = page.getByRole('textbox', { name: 'Reason' })
  await field.fill('Two words')
  const dialog = page.getByRole('dialog')
  const back = dialog.getByRole('button', { name: 'Back', exact: true })
  await back.press('Enter')
  await expect(field).toHaveCount(0)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await button(page, 'Give a plan…').click()
  await expect(field).toHaveValue('')
  await back.click()
  await button(page, 'Ban…').press('Enter')
  await expect(field).toHaveValue('Two words')
  await expect(dialog.locator('form :focus')).toHaveCount(1)
  await back.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Close without sending?' })).toBeVisible()
})
