import type { Locator, Page } from '@playwright/test'
import { bar } from './sound.ts'

export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Listening' })
export const openQueue = (page: Page) => bar(page).getByRole('button', { name: 'Queue' }).click()
export const rowsOf = (panel: Locator) => panel.getByRole('list', { name: 'Queue' }).getByRole('listitem')
export const titlesIn = (panel: Locator) =>
  rowsOf(panel)
    .getByRole('link')
    .evaluateAll((links) => links.map(({ textContent }) => textContent))
