import { toWav } from '#server/media/wav.ts'
import { cutEnds, drillBeat, louder } from '#test/altered-sounds.ts'
import { collectSounds, soundTime } from './sound.ts'
import { seller, uploadBeat } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, test, phoneToo } from './test.ts'

test(
  'a copy is flagged, and both sounds are heard at the same moment',
  phoneToo,
  async ({ page, request, isMobile }) => {
    const [ann, bob] = [await seller(request), await seller(request)]
    const mark = bob.displayName.slice(-12)
    const master = drillBeat(mark)
    await uploadBeat(request, ann, `Original ${mark}`, undefined, toWav(master))
    await uploadBeat(request, bob, `Copy ${mark}`, undefined, toWav(louder(cutEnds(master, 3, 14), -4)))
    await collectSounds(page)
    await keepSession(page, 'admin@slide.test')
    await page.goto(`/admin?q=Copy ${mark}`)
    const row = page.locator('[data-submission]').filter({ hasText: `Copy ${mark}` }) // its matches are a row, too
    await expect(row).toContainText(/\d{2,3} % match/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    if (isMobile) await row.getByRole('button', { name: `Match of Copy ${mark}` }).click()
    const matches = page.getByRole('region', { name: `Matches of Copy ${mark}` })
    const sentence = new RegExp(
      `Sounds like “Original ${mark}” by ${ann.displayName}: the same for 0:1\\d \\(\\d{2,3} %\\)`,
    )
    await expect(matches.getByRole('heading', { name: sentence })).toBeVisible()
    await expect(matches).toContainText('The same from 0:03 to 0:1')
    await expectAccessible(page)

    const moment = () => soundTime(page)
    await matches.getByRole('button', { name: `Play A. Copy ${mark}` }).click()
    await expect(matches.getByRole('button', { name: `Pause A. Copy ${mark}` })).toBeVisible()
    await expect.poll(moment).toBeGreaterThan(0.5)
    const before = await moment()
    await matches.getByRole('button', { name: `Play B. Original ${mark}` }).click()
    await expect(matches.getByRole('button', { name: `Pause B. Original ${mark}` })).toBeVisible()
    await expect.poll(moment).toBeGreaterThan(before + 2.8) // the copy begins three seconds after the original

    if (isMobile) await page.keyboard.press('Escape')
    else {
      await row.getByRole('button', { name: `Match of Copy ${mark}` }).click()
      await expect(matches).toHaveCount(0)
    }
    await row.getByRole('button', { name: `Approve Copy ${mark}` }).click()
    await page
      .getByRole('dialog', { name: `Approve “Copy ${mark}” with a match?` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await expect(row).toBeVisible()

    await row.getByRole('button', { name: `Match of Copy ${mark}` }).click()
    await matches.getByRole('button', { name: 'Reject as a copy' }).click()
    const rejection = page.getByRole('dialog', { name: `Reject “Copy ${mark}”` })
    await expect(rejection.getByRole('textbox')).toHaveValue(
      'It sounds like a work of another seller. Upload only what you made.',
    )
    await rejection.getByRole('button', { name: 'Cancel' }).click()
    if (isMobile) await row.getByRole('button', { name: `Match of Copy ${mark}` }).click()
    await matches.getByRole('button', { name: 'Not a copy' }).click()
    await expect(page.getByText('Not a copy. The match is cleared for both.')).toBeVisible()
    await expect(row).not.toContainText('% match')
  },
)
