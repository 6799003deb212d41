import type { Page } from '@playwright/test'

/** Holds the calls of an address until the returned function lets them go. */
export async function hold(page: Page, address: string | RegExp) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
