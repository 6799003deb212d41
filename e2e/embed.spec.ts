import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusal, test } from './test.ts'

const BEAT = 'stairwell-sermon'
/** No other test plays it: a second play within half an hour would not count. */
const COUNTED = 'boyne-street'

let blog: Server
let framed: { src: string; width: number }[]

test.beforeAll(async () => {
  blog = createServer((_request, reply) => {
    const frames = framed.map(
      ({ src, width }, n) =>
        `<iframe src="${src}" title="Player ${n}" width="${width}" height="180" frameborder="0" allow="autoplay"></iframe>`,
    )
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(
      `<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,"><main><h1>A blog</h1>${frames.join('')}</main></html>`,
    )
  })
  await new Promise<void>((done) => blog.listen(0, '127.0.0.1', done))
})
test.afterAll(() => new Promise((done) => blog.close(done)))

/** A page of another site; its frames have no storage. */
async function openBlog(page: Page, baseURL: string | undefined, ...frames: [path: string, width?: number][]) {
  framed = frames.map(([path, width = 600]) => ({ src: baseURL + path, width }))
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  })
  await page.goto(`http://localhost:${(blog.address() as AddressInfo).port}/`)
  return page.frames().slice(1)
}

const play = (frame: Frame) => frame.getByRole('button', { name: /^Play / })
const pause = (frame: Frame) => frame.getByRole('button', { name: /^Pause / })
const slider = (frame: Frame) => frame.getByRole('slider')
const soundOf = (frame: Frame) =>
  frame.locator('audio').evaluate((audio: HTMLAudioElement) => ({ at: audio.currentTime, paused: audio.paused }))
/** How far sound and clock advance between two readings. */
async function advance(frame: Frame, milliseconds: number) {
  return frame.locator('audio').evaluate(async (audio: HTMLAudioElement, wait) => {
    const [at, since] = [audio.currentTime, performance.now()]
    await new Promise((done) => setTimeout(done, wait))
    return { sound: audio.currentTime - at, clock: (performance.now() - since) / 1000 }
  }, milliseconds)
}

test('on another site a press plays, another pauses, and the sound keeps time', async ({ page, baseURL }) => {
  const [frame] = await openBlog(page, baseURL, [`/track/${BEAT}/embed`])
  await play(frame!).click()
  await expect(pause(frame!)).toBeVisible()
  await expect.poll(async () => (await soundOf(frame!)).at).toBeGreaterThan(0.2)
  const { sound, clock } = await advance(frame!, 2_000)
  expect(Math.abs(sound - clock)).toBeLessThan(0.4)
  await pause(frame!).click()
  await expect(play(frame!)).toBeVisible()
  expect((await advance(frame!, 600)).sound).toBe(0)
  await expect(frame!.getByText(/^0:0[1-9] \/ \d:\d\d/)).toBeVisible()
})

test('the slider moves by keys and announces its position', async ({ page, baseURL }) => {
  const [frame] = await openBlog(page, baseURL, [`/track/${BEAT}/embed`])
  const at = slider(frame!)
  await expect(at).toHaveAccessibleName('Position in Stairwell Sermon')
  await at.focus()
  for (const [key, seconds] of [
    ['ArrowRight', 5],
    ['PageUp', 20],
    ['ArrowUp', 25],
    ['ArrowLeft', 20],
    ['PageDown', 5],
    ['ArrowDown', 0],
    ['ArrowDown', 0],
    ['PageUp', 15],
    ['Home', 0],
    ['ArrowRight', 5],
  ] as const) {
    await page.keyboard.press(key)
    await expect(at).toHaveAttribute('aria-valuetext', new RegExp(`^${seconds} seconds of 1 minute \\d+ seconds?$`))
  }
  await play(frame!).click()
  await expect.poll(async () => (await soundOf(frame!)).at).toBeGreaterThan(5)
  await at.press('End')
  await expect(play(frame!)).toBeVisible()
  await play(frame!).click()
  await expect.poll(async () => (await soundOf(frame!)).at).toBeLessThan(5)
})

test('a play is counted once after five heard seconds', async ({ page, baseURL, request }) => {
  const plays = async () =>
    ((await (await request.get(`/api/beats/by-slug/${COUNTED}`)).json()) as { playCount: number }).playCount
  const before = await plays()
  const told: string[] = []
  page.on('request', (asked) => asked.url().endsWith('/play') && told.push(asked.url()))
  const [frame] = await openBlog(page, baseURL, [`/track/${COUNTED}/embed`])
  await slider(frame!).press('PageUp')
  await play(frame!).click()
  await expect.poll(async () => (await soundOf(frame!)).at).toBeGreaterThan(15.5)
  for (const key of ['PageDown', 'ArrowRight', 'ArrowRight']) await slider(frame!).press(key)
  const { sound } = await advance(frame!, 2_500)
  expect(sound).toBeGreaterThan(2)
  expect(told).toEqual([])
  await expect.poll(plays).toBe(before + 1)
  await slider(frame!).press('Home')
  await expect.poll(async () => (await soundOf(frame!)).at, { timeout: 20_000 }).toBeGreaterThan(6)
  expect(told).toHaveLength(1)
})

test('document events control the player, and it reports its state', async ({ page, baseURL, request }) => {
  const [frame] = await openBlog(page, baseURL, [`/track/${BEAT}/embed`])
  const { id } = (await (await request.get(`/api/beats/by-slug/${BEAT}`)).json()) as { id: number }
  await frame!.evaluate(() => {
    const states: unknown[] = []
    Object.assign(window, { states })
    document.addEventListener('state', (event) => states.push((event as CustomEvent<unknown>).detail))
  })
  const send = (name: string) =>
    frame!.evaluate(
      (event) => void document.dispatchEvent(new CustomEvent(event, { detail: { list: [], index: 0 } })),
      name,
    )
  const last = () => frame!.evaluate(() => (window as unknown as { states: unknown[] }).states.at(-1))
  const state = (playing: boolean) => ({ playing, sourceKey: `beat:${id}`, trackId: id })
  await send('get-state')
  expect(await last()).toEqual(state(false))
  await play(frame!).click()
  await expect.poll(last).toEqual(state(true))
  await send('play-list')
  await send('pause')
  await expect.poll(last).toEqual(state(false))
  expect((await soundOf(frame!)).paused).toBe(true)
  await send('resume')
  await expect.poll(last).toEqual(state(true))
  expect(
    JSON.stringify(await frame!.evaluate(() => (window as unknown as { states: unknown[] }).states)),
  ).not.toContain('/')
})

test('only one of two players on a page plays; a pack continues with its tracks', async ({ page, baseURL }) => {
  const [beat, pack] = await openBlog(page, baseURL, [`/track/${BEAT}/embed`], ['/pack/slide-theory/embed'])
  await play(beat!).click()
  await expect(pause(beat!)).toBeVisible()
  await play(pack!).click()
  await expect(pause(pack!)).toHaveAccessibleName('Pause Slide Theory')
  await expect(play(beat!)).toBeVisible()
  await slider(pack!).press('End')
  await expect(pause(pack!)).toHaveAccessibleName('Pause Utica After Dark')
  await pack!.getByRole('button', { name: 'Next track' }).click()
  await expect(pause(pack!)).toHaveAccessibleName('Pause No Sleep on Pitkin')
  await expect(slider(pack!)).toHaveAccessibleName('Position in No Sleep on Pitkin')
})

test('an unplayable sound says so and can be tried again', async ({ page, baseURL, complaints }) => {
  const [frame] = await openBlog(page, baseURL, [`/track/${BEAT}/embed`])
  await page.route('**/media/previews/**', (route) => route.abort())
  await play(frame!).click()
  await expect(frame!.getByRole('status')).toHaveText('Can’t be played right now.')
  await expectAccessible(page)
  await page.unroute('**/media/previews/**')
  await play(frame!).click()
  await expect(pause(frame!)).toBeVisible()
  await expect(frame!.getByRole('status')).toHaveText('')
  await expect.poll(async () => (await soundOf(frame!)).at).toBeGreaterThan(0.2)
  complaints.length = 0 // the browser itself reports the failed request
})

test('the player fits widths from 200 to 1000 px, is accessible, and its links open a new tab', async ({
  page,
  baseURL,
}) => {
  const paths = [`/track/${BEAT}/embed`, '/pack/slide-theory/embed', '/kit/hats-in-sixes/embed?color=008']
  for (const width of [200, 320, 600, 1000]) {
    const frames = await openBlog(page, baseURL, ...paths.map((path): [string, number] => [path, width]))
    if (width === 200 || width === 1000) await expectAccessible(page)
    for (const frame of frames) {
      await expect(frame.getByRole('link', { name: /^(Buy )?.*\$\d+\.\d\d/ })).toBeInViewport({ ratio: 1 })
      await expect(play(frame)).toBeInViewport({ ratio: 1 })
      const overflow = await frame.evaluate(() => [
        document.body.scrollWidth - innerWidth,
        document.body.scrollHeight - innerHeight,
      ])
      expect(
        overflow.every((pixels) => pixels <= 0),
        `${frame.url()} at ${width}: ${overflow.join(' ')}`,
      ).toBe(true)
    }
  }
  const [frame] = page.frames().slice(1)
  const opened = page.waitForEvent('popup')
  await frame!.getByRole('link', { name: /^Stairwell Sermon/ }).click()
  await expect(await opened).toHaveURL(`/track/${BEAT}`)
})

test('only the player may be framed, and a missing item says so', async ({ page, baseURL, request, complaints }) => {
  for (const [path, ancestors] of [
    [`/track/${BEAT}/embed`, '*'],
    ['/kit/hats-in-sixes/embed?color=uk', '*'],
    ['/track/nowhere/embed', '*'],
    [`/track/${BEAT}`, "'none'"],
    ['/', "'none'"],
    ['/api/health', "'none'"],
  ] as const) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toContain(`frame-ancestors ${ancestors}`)
    expect(headers['x-frame-options'], path).toBe(ancestors === '*' ? undefined : 'DENY')
  }
  const [missing] = await openBlog(page, baseURL, ['/track/nowhere/embed'])
  await expect(missing!.getByText('We couldn’t load that track.')).toBeVisible()
  await expectAccessible(page)
  expectRefusal(complaints, 404)
  complaints.length = 0
})

test('the player is one small answer, besides the cover and the fonts', async ({ page, baseURL }) => {
  const loaded: string[] = []
  page.on(
    'response',
    (response) => response.url().startsWith(baseURL!) && loaded.push(new URL(response.url()).pathname),
  )
  await openBlog(page, baseURL, [`/track/${BEAT}/embed`])
  expect(loaded.filter((path) => !/\.(webp|woff2)$/.test(path))).toEqual([`/track/${BEAT}/embed`])
  const { encodedBodySize } = (await page
    .frames()[1]!
    .evaluate(() => performance.getEntriesByType('navigation')[0]!.toJSON() as unknown)) as PerformanceResourceTiming
  expect(encodedBodySize).toBeLessThan(10_000)
})
