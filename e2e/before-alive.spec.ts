import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

test('a form sent before the scripts run never puts a password into the address', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill('a@slide.test')
  await page.getByLabel('Password', { exact: true }).fill('secret words')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await expect(page).toHaveURL('/login')
  await context.close()
})

/** Shows the page and holds its scripts back until they are released. */
async function openAsleep(page: Page, path: string) {
  const released = Promise.withResolvers<void>()
  await page.unrouteAll()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return released.resolve
}

test('text typed before the scripts run stays', async ({ page }) => {
  for (const [path, name, button] of [
    ['/register', 'Sign up', 'Create account'],
    ['/contact', 'Contact', 'Send message'],
    ['/login', 'Sign in', 'Sign in'],
  ] as const) {
    const awaken = await openAsleep(page, path)
    const form = page.getByRole('form', { name })
    await form.getByLabel('Email').fill('early@slide.test')
    const agree = form.getByLabel(/I agree/)
    if (path === '/register') await agree.check()
    if (path === '/contact') await form.getByLabel('Topic').selectOption({ index: 2 })
    awaken()
    await expect(form.getByRole('button', { name: button, exact: true })).toBeEnabled()
    await expect(form.getByLabel('Email')).toHaveValue('early@slide.test')
    if (path === '/register') await expect(agree).toBeChecked()
    if (path === '/contact') await expect(form.getByLabel('Topic')).not.toHaveValue('')
  }

  let awaken = await openAsleep(page, '/track/stairwell-sermon')
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('early words')
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await search.pressSequentially('stairw')
  awaken()
  await expect(comment).toHaveAccessibleDescription('11 of 2000 characters')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toContainText('Stairwell Sermon')

  awaken = await openAsleep(page, '/search')
  await page.getByRole('main').getByRole('searchbox').fill('stairwell')
  awaken()
  await expect(page).toHaveURL('/search?q=stairwell')
})

test('presses and choices made before the scripts run are carried out afterwards', async ({ page }) => {
  let awaken = await openAsleep(page, '/track/stairwell-sermon')
  const licensing = page.getByRole('region', { name: 'Licensing' })
  await licensing.getByText('Premium', { exact: false }).first().click()
  await page.getByRole('main').getByRole('button', { name: 'Play Stairwell Sermon' }).first().click()
  awaken()
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause Stairwell Sermon' }).first()).toBeVisible()
  await expect(licensing.getByText('Total').locator('..')).toContainText('$99.95')

  awaken = await openAsleep(page, '/pack/slide-theory')
  await page.getByRole('button', { name: 'Add to playlist', exact: true }).click()
  awaken()
  await expect(page.getByText('Pack added to playlist')).toBeVisible()

  awaken = await openAsleep(page, '/')
  await page.getByRole('button', { name: 'More about Stairwell Sermon' }).first().click()
  awaken()
  await expect(page.getByRole('menuitem', { name: 'Add to playlist' })).toBeVisible()

  awaken = await openAsleep(page, '/browse')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ index: 2 })
  awaken()
  await expect(page).toHaveURL('/browse?sort=trending')

  awaken = await openAsleep(page, '/browse')
  await page.getByRole('slider', { name: 'From' }).first().press('ArrowRight')
  awaken()
  await expect(page).toHaveURL('/browse?bpmMin=121&bpmMax=160')
})
