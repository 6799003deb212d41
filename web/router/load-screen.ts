import type { Tools } from '#web/api/tools.ts'
import type { Found } from './match.ts'
import { Answer, Redirect, type Page, type Screen } from './page.ts'

/** A page whose code is loaded. */
type Ready = Found & { screen: Screen }

/** Loads what the screen of a page shows. */
export async function runLoader({ screen, params }: Ready, url: URL, tools: Tools): Promise<Answer | Redirect> {
  const result = await screen.loader?.({ ...tools, url, params })
  return result instanceof Redirect || result instanceof Answer ? result : new Answer(200, result)
}

const loaded = new WeakMap<Page, Screen>()

/** Loads the code of a page's screen once. */
export async function screenOf(page: Page): Promise<Screen> {
  if (typeof page.screen !== 'function') return page.screen
  const screen = loaded.get(page) ?? (await page.screen())
  loaded.set(page, screen)
  return screen
}
