import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
export const pick = (page: Page, title: string) => page.getByRole('checkbox', { name: new RegExp(`^${title}`) })
export const start = (page: Page) => page.getByRole('button', { name: 'Start promotion' }).filter({ visible: true })
export const choose = (page: Page, group: 'Days' | 'Tier', name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()

export async function openPromos(page: Page, path = '/promos') {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Promotions' })).toBeVisible()
}
