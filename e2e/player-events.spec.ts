import type { Page } from '@playwright/test'
import { bar, collectSounds, soundAddress, soundsNow, visible } from './sound.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => collectSounds(page))

type Heard = { id: number; title: string; previewUrl: string }

const listOf = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const reply = (await (await fetch(path)).json()) as Heard[] | { items: Heard[] }
    return Array.isArray(reply) ? reply : reply.items
  }, path)

const tell = (page: Page, name: string, detail?: unknown) =>
  page.evaluate(
    ([name, detail]) => void document.dispatchEvent(new CustomEvent(name as string, { detail })),
    [name, detail],
  )

/** The last state that the player reported. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    document.addEventListener('state', (event) => told.push((event as CustomEvent).detail))
  })
  const last = () => page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told.at(-1))
  await expect
    .poll(async () => (await tell(page, 'get-state'), await last()))
    .toEqual({ playing: false, sourceKey: null, trackId: null })
  await page.mouse.click(2, 2) // browsers play nothing before the first press
  return last
}

test('document events control the player on any page', async ({ page }) => {
  await page.goto('/')
  const last = await listen(page)
  const items = await listOf(page, '/api/beats/popular?limit=3')
  await tell(page, 'play-list', { list: items, index: 1, sourceKey: 'charts:1' })
  await expect.poll(last).toEqual({ playing: true, sourceKey: 'charts:1', trackId: items[1]!.id })
  await tell(page, 'pause')
  await expect.poll(last).toEqual({ playing: false, sourceKey: 'charts:1', trackId: items[1]!.id })
  await tell(page, 'resume')
  await expect.poll(last).toMatchObject({ playing: true })
  const address = await soundAddress(page)
  for (const nonsense of [
    null,
    {},
    { list: 7 },
    { list: [{}], index: 0 },
    { list: items, index: 99 },
    { list: items, index: Number.NaN },
    { list: [{ ...items[0], id: Infinity }] },
    { list: [{ ...items[0], previewUrl: 'https://elsewhere.test/a.mp3' }] },
    { list: [{ ...items[0], previewUrl: '/media/../api/beats/popular' }] },
    { list: [{ ...items[0], previewUrl: '/media\\..\\api/beats/popular' }] },
  ])
    await tell(page, 'play-list', nonsense)
  expect(await last()).toMatchObject({ playing: true, trackId: items[1]!.id })
  expect(await soundAddress(page)).toBe(address)
})

test('events play the tracks of a pack as the API lists them, with the pack’s key', async ({ page }) => {
  await page.goto('/')
  const last = await listen(page)
  const [pack] = await listOf(page, '/api/packs/popular?limit=1')
  const tracks = await listOf(page, `/api/packs/${pack!.id}/preview-playlist`)
  await tell(page, 'play-list', { list: tracks, index: 1, sourceKey: `pack:${pack!.id}` })
  await expect.poll(last).toEqual({ playing: true, sourceKey: `pack:${pack!.id}`, trackId: tracks[1]!.id })
  // and it counts as a play of the pack, not of a beat with the track's number
  expect((await page.waitForRequest('**/play')).url()).toMatch(new RegExp(`/api/packs/${pack!.id}/play$`))
})

test('a sound with impossible facts can still be stopped', async ({ page }) => {
  await page.goto('/')
  const last = await listen(page)
  const [item] = await listOf(page, '/api/beats/popular?limit=1')
  for (const wrong of [{ durationInSeconds: -1 }, { slug: '\ud800' }, { style: { line: 'uk', code: 7 } }]) {
    await tell(page, 'play-list', { list: [{ ...item, ...wrong }] })
    await expect.poll(last).toMatchObject({ playing: true })
    await visible(bar(page).getByRole('button', { name: `Pause ${item!.title}`, exact: true })).click()
    await expect.poll(last).toMatchObject({ playing: false })
  }
})

test('pause and resume in quick succession keep playing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const last = await listen(page)
  const items = await listOf(page, '/api/beats/popular?limit=2')
  await tell(page, 'play-list', { list: items })
  await expect.poll(last).toMatchObject({ playing: true })
  const rested = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sound = (globalThis as unknown as { sounds: HTMLAudioElement[] }).sounds.find(({ paused }) => !paused)!
    sound.addEventListener('pause', () => resolve(), { once: true })
    for (const name of ['pause', 'resume']) document.dispatchEvent(new CustomEvent(name))
    return promise
  })
  await rested
  await bar(page).getByRole('button', { name: 'Queue' }).click()
  await page.getByRole('button', { name: `Remove ${items[0]!.title}` }).click()
  await expect.poll(() => soundAddress(page)).toBe(items[1]!.previewUrl)
})

test('pages without a visible player play nothing', async ({ page }) => {
  await page.goto('/login')
  const last = await listen(page)
  const items = await listOf(page, '/api/beats/popular?limit=1')
  await tell(page, 'play-list', { list: items })
  await expect.poll(last).toMatchObject({ playing: false, trackId: items[0]!.id })
  expect(await soundsNow(page)).toBe(0)
})
