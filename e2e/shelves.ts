import { expect, type Locator, type Page } from '@playwright/test'

// The items on the landing page, and the way from there into the cart.

const shelf = (page: Page, kind: 'Beats' | 'Packs' | 'Kits') => page.getByRole('region', { name: `Featured ${kind}` })
export const card = (page: Page, kind: 'Beats' | 'Packs' | 'Kits') => shelf(page, kind).getByRole('article').first()
export const buy = (where: Locator) => where.getByRole('link', { name: /^Buy / })
export const inCart = (where: Locator) => where.getByRole('link', { name: /^In cart/ })
export const cartOf = (page: Page, items: string) => page.getByRole('link', { name: `Cart, ${items}` })
export const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose License' })
export const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart.v1') ?? '[]') as { id: string; price: number }[])

/** Puts one license of a card into the cart. */
export async function addLicense(page: Page, kind: 'Beats' | 'Packs', name: RegExp) {
  await buy(card(page, kind)).click()
  await chooser(page).getByRole('radio', { name }).check({ force: true })
  await chooser(page).getByRole('button', { name: 'Add to Cart' }).click()
}

/** Opens the cart as a guest. */
export async function declineSignIn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
