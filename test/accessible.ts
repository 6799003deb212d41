import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type * as Axe from 'axe-core'

/** WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The dialog library marks the page behind a dialog so. */
const BEHIND_A_DIALOG = '[data-aria-hidden]'

/**
 * Everything that axe finds in a page and its frames. axe comes into a document once and sends back the violations
 * alone, without selectors: sending it each time and answering everything takes longer than looking.
 *
 * Contrast takes most of the time. Behind a dialog it is left out: the page has been looked at before the dialog opened.
 */
export async function violationsOn(page: Page, exclude: string[] = []) {
  for (const frame of page.frames())
    await bringAxe(frame).catch((error: unknown) => {
      if (!frame.isDetached()) throw error
    })
  const options: Axe.RunOptions = { runOnly: WCAG, resultTypes: ['violations'], selectors: false }
  return page.evaluate(
    async ({ context, options }) => {
      const { run } = (window as unknown as { axe: typeof Axe }).axe
      const { violations } = await run(context, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    {
      context: { include: [['html']], exclude: exclude.map((selector) => [selector]) } satisfies Axe.ContextObject,
      options,
    },
  )
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function bringAxe(frame: Frame) {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(source)
  await frame.evaluate((behind) => {
    const { configure } = (window as unknown as { axe: typeof Axe }).axe
    configure({ rules: [{ id: 'color-contrast', selector: `*:not(${behind}, ${behind} *)` }] })
  }, BEHIND_A_DIALOG)
}
