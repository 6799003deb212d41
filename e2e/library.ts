import type { Page } from '@playwright/test'
import type { Buyer } from './buy.ts'
import { keepSession } from './test.ts'

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Chosen item' })

export async function openLibrary(page: Page, buyer: Buyer, path = '/library') {
  await keepSession(page, buyer.email, buyer.password)
  await page.goto(path)
}
