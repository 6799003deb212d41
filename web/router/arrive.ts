import type { Tools } from '#web/api/tools.ts'
import type { Found } from './match.ts'
import { Answer, Redirect, type Page, type Screen } from './page.ts'

/** A page with all that its screen needs. */
export type Arrival = Found & { screen: Screen; data: unknown; status: number }

/** Loads the code of a page and what its screen shows. */
export async function arrive({ page, params }: Found, url: URL, tools: Tools): Promise<Arrival | Redirect> {
  const screen = await screenOf(page)
  const said = await screen.loader?.({ ...tools, url, params })
  if (said instanceof Redirect) return said
  const { status, data } = said instanceof Answer ? said : { status: 200, data: said }
  return { page, params, screen, data, status }
}

const loaded = new WeakMap<Page, Screen>()

export async function screenOf(page: Page): Promise<Screen> {
  if (typeof page.screen !== 'function') return page.screen
  const screen = loaded.get(page) ?? (await page.screen())
  loaded.set(page, screen)
  return screen
}
