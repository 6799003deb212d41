import { expect, test, phoneOnly } from './test.ts'

test('on a phone the controls of header and cards are large enough for a thumb', phoneOnly, async ({ page }) => {
  await page.goto('/browse')
  const header = page.getByRole('banner')
  const card = page.getByRole('article').first()
  for (const target of [
    header.getByRole('link', { name: 'Search' }),
    header.getByRole('link', { name: /^Cart/ }),
    header.getByRole('link', { name: 'Sign in' }),
    card.getByRole('link', { name: /^Buy/ }),
    card.getByRole('button', { name: /^Like/ }),
    card.getByRole('link', { name: / comments on / }),
  ])
    expect((await target.boundingBox())!.height, await target.innerText()).toBeGreaterThanOrEqual(44)
})
