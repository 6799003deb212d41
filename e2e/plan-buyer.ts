import type { Page } from '@playwright/test'
import { seller } from './studio.ts'
import { expect, keepSession } from './test.ts'

export async function openPlans(page: Page, path = '/account?tab=plans') {
  const person = await seller(page.request)
  await keepSession(page, person.email, person.password)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
}

/** The table of a wide window, or the card of a phone. */
export const table = (page: Page, isMobile: boolean) =>
  isMobile ? page.getByRole('region', { name: 'Plans' }) : page.getByRole('table', { name: 'What each plan brings' })

export async function payByCard(page: Page, number = '4242424242424242') {
  await page.getByRole('button', { name: 'Pay with Credit Card' }).click()
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expires').fill('1239')
  await form.getByLabel('CVC').fill('314')
  await form.getByRole('button', { name: /^Pay \$/ }).click()
}
