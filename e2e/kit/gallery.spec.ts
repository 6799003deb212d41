import type { Locator, Page } from '@playwright/test'
import { clippedTexts, expect, expectAccessible, expectNoSidewaysScroll, spaceText, test, phoneToo } from '#e2e/test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/ui')
  // the very first visit waits for the sources to be compiled
  await expect(page.getByRole('heading', { level: 1, name: 'Kit' })).toBeVisible({ timeout: 30_000 })
})

const overlays = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Overlays', exact: true }) })
const button = (page: Page, name: string) => overlays(page).getByRole('button', { name, exact: true })

/** Opens a piece by keyboard. */
async function open(opener: Locator) {
  await opener.focus()
  await opener.press('Enter')
}

test('the gallery is accessible, has only one main element, and clips no spaced text', phoneToo, async ({ page }) => {
  await expect(page.getByRole('main')).toHaveCount(1)
  await expectAccessible(page)
  await spaceText(page)
  expect(await clippedTexts(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})

test('dialogs: by keyboard, accessible, with the focus in them and back', phoneToo, async ({ page }) => {
  for (const [opener, title, first] of [
    ['Dialog', 'Choose a license', 'Name'],
    ['Wide dialog', 'Upload a beat', 'Name'],
    ['Sheet', 'Filters', 'Name'],
    ['Confirm', 'Delete Stairwell Sermon?', 'Cancel'],
  ] as const)
    await test.step(opener, async () => {
      await open(button(page, opener))
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByLabel(first).or(dialog.getByRole('button', { name: first }))).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(button(page, opener)).toBeFocused()
    })
})

async function seeTooltip(page: Page) {
  await button(page, 'More').focus()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Share')).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText('Share (S)')
}

test('a menu and a tooltip: by keyboard, accessible, with the focus back; a select by its letter', async ({ page }) => {
  await open(button(page, 'More'))
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button(page, 'More')).toBeFocused()

  await seeTooltip(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(button(page, 'Share')).toBeFocused()

  const select = page.getByLabel('Key')
  await select.focus()
  await select.press('a')
  await expect(select).toHaveValue('Am')
})

test('Toasts: every kind is accessible and leaves the focus alone', phoneToo, async ({ page }) => {
  for (const kind of ['Words', 'Success', 'Loading', 'Error']) await open(button(page, kind))
  await page.getByRole('alert').hover() // hovering stops their clocks
  await expect(page.getByText('Uploading stairwell-sermon-master-final-2.wav…')).toBeVisible()
  await expectAccessible(page)
  await expect(button(page, 'Error')).toBeFocused()
  await open(button(page, 'Dismiss all'))
  await expect(page.getByRole('alert')).toBeHidden()
})

/** Fails when there are fewer than `least` elements. */
const some = async (locator: Locator, least = 1) => {
  expect(await locator.count()).toBeGreaterThanOrEqual(least)
  return locator
}

/** Elements without a border that stands out from the page. */
const edgeless = async (controls: Locator, least = 1) =>
  (await some(controls, least)).evaluateAll((elements) => {
    const canvas = getComputedStyle(document.body).backgroundColor
    const isEdge = (style: CSSStyleDeclaration, side: string) =>
      style.getPropertyValue(`border-${side}-style`) !== 'none' &&
      parseFloat(style.getPropertyValue(`border-${side}-width`)) >= 1 &&
      ![canvas, 'rgba(0, 0, 0, 0)'].includes(style.getPropertyValue(`border-${side}-color`))
    return elements
      .filter((element) => !['top', 'right', 'bottom', 'left'].every((side) => isEdge(getComputedStyle(element), side)))
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

/** Texts in the color of their background. */
const unreadable = (page: Page) =>
  page.locator('body *:visible').evaluateAll((elements) => {
    const groundOf = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.body).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor
    }
    return elements
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((element) => getComputedStyle(element).color === groundOf(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

/** Elements painted in the color of the page. */
const undrawn = async (drawings: Locator, least: number) =>
  (await some(drawings, least)).evaluateAll((elements) => {
    const { backgroundColor: canvas, color } = getComputedStyle(document.body)
    return elements
      .filter((element) => {
        const { fill, stroke } = getComputedStyle(element)
        return canvas === color || ![fill, stroke].some((paint) => paint === color)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

for (const colorScheme of ['light', 'dark'] as const)
  test(`forced colors, ${colorScheme}: edges, marks and the focus are seen`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    // a tab has its list's edge, a radio card is its label, a slider is a rail and a thumb, a box is the browser's own
    const controls = page.locator(
      'main :is(button:not([role=tab]), a, progress, label:has([type=radio]), select, textarea), main input:not([type=range], [type=radio], [type=checkbox]), header .ico',
    )
    expect(await unreadable(page)).toEqual([])
    expect(await edgeless(controls, 50)).toEqual([])
    for (const box of ['checkbox', 'switch'] as const)
      await expect(page.getByRole(box).first()).toHaveCSS('appearance', 'auto')
    const drawings = page.locator('header a[aria-label^=Slide] path, main [aria-hidden] > svg text')
    expect(await undrawn(drawings, 10)).toEqual([])

    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.keyboard.press('Tab') // from now on focus counts as coming from the keyboard
    for (const control of [
      button(page, 'Dialog'),
      page.getByLabel('Title'),
      page.getByRole('button', { name: 'Play sample 44' }).first(),
      page.getByRole('checkbox', { name: 'Free download' }),
      page.getByRole('radio', { name: /MP3 Lease/ }),
      page.getByRole('tab', { name: 'All' }),
      page.getByRole('link', { name: 'View all' }),
    ]) {
      await control.focus()
      const ring = page.locator(':focus:not([type=radio]), label:has([type=radio]:focus)')
      await expect(ring).toHaveCSS('outline-style', 'solid')
      await expect(ring).toHaveCSS('outline-width', '2px')
      await expect(ring).not.toHaveCSS('outline-color', canvas)
    }

    await open(button(page, 'Loading'))
    const toast = page.locator('[aria-live] > div')
    await expect(toast).toBeVisible()
    expect(await edgeless(toast)).toEqual([])
    await open(button(page, 'More'))
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await edgeless(page.getByRole('menu'))).toEqual([])
    await page.keyboard.press('Escape')
    await seeTooltip(page)
    expect(await edgeless(page.getByRole('tooltip'))).toEqual([])
    await page.keyboard.press('Escape')
    await open(button(page, 'Sheet'))
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await edgeless(page.getByRole('dialog'))).toEqual([])
  })

test('nothing overflows at double text size or on the narrowest screen', async ({ page }) => {
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 450 })
    await expectNoSidewaysScroll(page)
    await open(button(page, 'Dialog'))
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  }
})

test('nothing moves under reduced motion', async ({ page }) => {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await open(button(page, 'Loading'))
  await open(button(page, 'Sheet'))
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving()).toBeGreaterThan(0)
})
