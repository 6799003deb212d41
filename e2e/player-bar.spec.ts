import { hold } from './hold.ts'
import { bar, collectSounds, playFirst } from './sound.ts'
import { expect, test } from './test.ts'

test('the keys of the player stay in their place when the item of the sound arrives', async ({ page }) => {
  await collectSounds(page)
  const arrive = await hold(page, /\/api\/beats\/\d+$/)
  await playFirst(page)
  const next = bar(page).getByRole('button', { name: 'Next' }).filter({ visible: true })
  const before = await next.boundingBox()
  arrive()
  await expect(bar(page).getByRole('link', { name: /^Buy / }).filter({ visible: true })).toBeVisible()
  expect((await next.boundingBox())!.x).toBeCloseTo(before!.x, 0)
})
