import type { Page } from '@playwright/test'

export const results = (page: Page) => page.getByRole('region', { name: 'Results' })
export const cards = (page: Page) => results(page).getByRole('article')
export const count = (page: Page) => results(page).getByRole('status')
export const chip = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })

export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }
