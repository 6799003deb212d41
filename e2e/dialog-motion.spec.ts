import type { Locator } from '@playwright/test'
import { buy, card, chooser } from './shelves.ts'
import { expect, test } from './test.ts'

/** How far the dialog moves from the begin to the end of its animation, in pixels. */
const way = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const [animation] = element.getAnimations()
    if (!animation) throw new Error('The dialog does not move.')
    animation.pause()
    const placeAt = (time: number) => {
      animation.currentTime = time
      return element.getBoundingClientRect()
    }
    const from = placeAt(0)
    const to = placeAt(Number(animation.effect?.getComputedTiming().endTime) - 1)
    return { x: Math.round(to.x - from.x), y: Math.round(to.y - from.y) }
  })

test('a dialog comes from a little below its place, and goes the same way', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  // slow enough to be looked at
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[role=dialog] { animation-duration: 100s !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await buy(card(page, 'Beats')).click()
  const dialog = chooser(page)
  await expect(dialog).toBeVisible()
  expect(await way(dialog)).toEqual({ x: 0, y: -8 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveAttribute('data-state', 'closed')
  expect(await way(dialog)).toEqual({ x: 0, y: 8 })
})
