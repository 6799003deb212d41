import type { Frame, Page } from '@playwright/test'
import axe, { type AxeResults, type ContextObject, type RunOptions } from 'axe-core'

/** WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Everything that axe finds in a page and its frames. axe comes into a document once and sends back the violations
 * alone, without selectors: sending it each time and answering everything takes longer than looking.
 */
export async function violationsOn(page: Page, exclude: string[] = []) {
  for (const frame of page.frames())
    await bringAxe(frame).catch((error: unknown) => {
      if (!frame.isDetached()) throw error
    })
  const options: RunOptions = { runOnly: WCAG, resultTypes: ['violations'], selectors: false }
  return page.evaluate(
    async ({ context, options }) => {
      const { run } = (
        window as unknown as { axe: { run: (on: ContextObject, by: RunOptions) => Promise<AxeResults> } }
      ).axe
      const { violations } = await run(context, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    {
      context: { include: [['html']], exclude: exclude.map((selector) => [selector]) } satisfies ContextObject,
      options,
    },
  )
}

async function bringAxe(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}
