import type { Page } from '@playwright/test'
import { expect, expectAccessible, keepSession, test } from './test.ts'

const dialogs = (page: Page) => page.getByRole('dialog')
const closing = (page: Page) => page.getByRole('dialog', { name: 'Close without sending?' })
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })

/** The settings of the desk, with a page of this site before them in the history and one after. */
async function openSettings(page: Page) {
  await keepSession(page, 'admin@slide.test')
  await page.goto('/admin?tab=settings')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/admin?tab=settings')
}

async function typeReason(page: Page) {
  await page.getByRole('button', { name: 'Stop payouts' }).click()
  const reason = dialogs(page).getByLabel('Reason')
  await reason.fill('Two words')
  return reason
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`a question stands above a dialog, and Cancel leaves it as it was (motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await openSettings(page)
    const reason = await typeReason(page)
    await page.goForward()
    await expect(leaving(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(leaving(page)).toHaveCount(0)
    await expect(reason).toBeFocused()
    await expect(reason).toHaveValue('Two words')
    await expect(page).toHaveURL('/admin?tab=settings')

    await page.keyboard.press('Escape')
    await expect(closing(page).getByRole('button', { name: 'Keep writing' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(closing(page)).toHaveCount(0)
    await expect(reason).toBeFocused()

    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => {}) // it waits for the answer
    const browsers = await asked
    expect(browsers.type()).toBe('beforeunload')
    await browsers.dismiss()
    await expect(reason).toHaveValue('Two words')

    await page.goForward()
    await leaving(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/about')
    await expect(dialogs(page)).toHaveCount(0)
  })

test('words that were thrown away hold nobody on the page, and the focus is where it was', async ({ page }) => {
  await openSettings(page)
  await typeReason(page)
  await page.keyboard.press('Escape')
  await closing(page).getByRole('button', { name: 'Close without sending' }).click()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop payouts' })).toBeFocused()
  await page.goForward()
  await expect(page).toHaveURL('/about')
})
