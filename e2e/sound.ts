import { expect, type Locator, type Page } from '@playwright/test'

type Heard = typeof globalThis & { sounds: HTMLAudioElement[] }

/** Call before opening the page: collects every audio element that it makes. */
export const collectSounds = (page: Page) =>
  page.addInitScript(() => {
    const heard = globalThis as Heard
    heard.sounds = []
    const Original = window.Audio
    window.Audio = function (src?: string) {
      const element = new Original(src)
      heard.sounds.push(element)
      return element
    } as unknown as typeof Audio
  })

/** The number of playing elements. */
export const soundsNow = (page: Page) =>
  page.evaluate(() => (globalThis as Heard).sounds.filter(({ paused }) => !paused).length)

/** The position of the playing element; -1 in silence. */
export const soundTime = (page: Page) =>
  page.evaluate(() => (globalThis as Heard).sounds.find(({ paused }) => !paused)?.currentTime ?? -1)

/** The volume of the playing element. */
export const soundVolume = (page: Page) =>
  page.evaluate(() => (globalThis as Heard).sounds.find(({ paused }) => !paused)?.volume)

/** The address of the playing element. */
export const soundAddress = (page: Page) =>
  page.evaluate(() => new URL((globalThis as Heard).sounds.find(({ paused }) => !paused)?.src ?? 'none:').pathname)

export const bar = (page: Page) => page.getByRole('region', { name: 'Player' })
export const shelf = (page: Page) => page.getByRole('region', { name: 'Featured Beats' })
export const visible = (locator: Locator) => locator.filter({ visible: true })
export const playing = (page: Page, title: string) =>
  visible(bar(page).getByRole('button', { name: `Pause ${title}`, exact: true }))

/** The beats on the shelf. Its second place may be drawn anew for each page. */
export const onShelf = (page: Page) =>
  shelf(page)
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        title: link.getAttribute('title') ?? '',
        slug: link.getAttribute('href')?.split('/').at(-1) ?? '',
      })),
    )
export async function previewOf(page: Page, { slug }: { slug: string }) {
  const reply = await page.request.get(`/api/beats/by-slug/${slug}`)
  return ((await reply.json()) as { previewUrl: string }).previewUrl
}

/** Opens the landing page and plays the first featured beat; returns the titles. */
export async function playFirst(page: Page) {
  await page.goto('/')
  const titles = (await onShelf(page)).map(({ title }) => title)
  await shelf(page)
    .getByRole('button', { name: `Play ${titles[0]}`, exact: true })
    .click()
  await expect(playing(page, titles[0]!)).toBeVisible()
  await expect.poll(() => soundTime(page)).toBeGreaterThan(0)
  return titles
}

/** Seeks to just before the end of the track. */
export const toItsEnd = (page: Page) =>
  page.keyboard.press('Shift+End').then(() =>
    page.evaluate(() => {
      const sound = (globalThis as Heard).sounds.find(({ paused }) => !paused)!
      sound.currentTime = sound.duration - 0.4
    }),
  )
