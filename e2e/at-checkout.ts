import type { Page } from '@playwright/test'
import { stored } from './shelves.ts'
import { seller } from './studio.ts'
import { expect, keepSession } from './test.ts'

export const NAME = 'Nadia Åström-Bello'

/** A new person, signed in, with one license in the cart, at the checkout. */
export async function atCheckout(page: Page, slug = 'stairwell-sermon') {
  const person = await seller(page.request)
  await keepSession(page, person.email, person.password)
  await page.goto(`/track/${slug}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  return person
}
export const payment = (page: Page) => page.getByRole('region', { name: 'Payment' })
export const way = (page: Page, name: string) => payment(page).getByRole('button', { name: `Pay with ${name}` })
export async function fillCard(page: Page, number: string) {
  const form = page.getByRole('form', { name: 'Credit card' })
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expires').fill('1239')
  await form.getByLabel('CVC').fill('314')
  return form.getByRole('button', { name: /^Pay \$/ })
}
export const nameAndOpenCard = async (page: Page) => {
  await payment(page).getByLabel('Your legal name').fill(NAME)
  await way(page, 'Credit Card').click()
}
export const expectBought = async (page: Page) => {
  await expect(page).toHaveURL(/\/order\/complete\?orderId=\d+$/)
  await expect(page.getByText('Purchase completed!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you for your purchase!' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Yours now' }).getByRole('button', { name: /^Download/ })).toBeVisible()
  expect(await stored(page)).toEqual([])
}
