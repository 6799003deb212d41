// npm run bench:player: measures the time from press to sound, the gap between two tracks, and the processor time while
// one plays, in the shop as `npm start` serves it.
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { launchOptions } from '#e2e/chromium.ts'
import { startServer } from './pages/server.ts'

/** A phone on a slow line, with Lighthouse's numbers: latency in milliseconds, throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 }
const PRESSES = 9
const ENDS = 4
const LISTENED = 10_000

type Heard = typeof globalThis & { sounds: HTMLAudioElement[]; pressed: number; sounded: number[]; ended: number[] }

const server = await startServer()
const browser = await chromium.launch(launchOptions)
try {
  report('press to sound, loopback', await presses(browser, false))
  report('press to sound, slow 4G', await presses(browser, true))
  report('gap between tracks, slow 4G', await gaps(browser))
  console.log(`processor while playing, 4 times slower: ${(await playing(browser)).toFixed(1)} % of a core`)
} finally {
  await browser.close()
  await server.stop()
}

function report(what: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!.toFixed(0)
  console.log(`${what}: median ${at(0.5)} ms, worst ${at(1)} ms of ${times.length}`)
}

async function open(on: Browser, path: string): Promise<[Page, CDPSession]> {
  const page = await on.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    const heard = globalThis as Heard
    Object.assign(heard, { sounds: [], sounded: [], ended: [] })
    const Original = window.Audio
    window.Audio = function () {
      const sound = new Original()
      heard.sounds.push(sound)
      sound.addEventListener('playing', () => heard.sounded.push(performance.now()))
      sound.addEventListener('ended', () => heard.ended.push(performance.now()))
      return sound
    } as unknown as typeof Audio
    addEventListener('pointerdown', () => (heard.pressed = performance.now()), { capture: true })
  })
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  return [page, await page.context().newCDPSession(page)]
}

/** Plays beats that the browser has not loaded yet. Each is hovered over and then pressed, as by hand. */
async function presses(on: Browser, slow: boolean) {
  const [page, cdp] = await open(on, '/charts')
  if (slow) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  const times: number[] = []
  const buttons = page.getByRole('listitem').getByRole('button', { name: /^Play / })
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')!))
  for (let nth = 0; nth < PRESSES; nth++) {
    // skips every other beat: while one plays, the player loads the next
    const button = page.getByRole('button', { name: names[2 * nth]!, exact: true }).first()
    await button.hover()
    await page.waitForTimeout(100) // a hand needs that long
    const before = await page.evaluate(() => (globalThis as Heard).sounded.length)
    await button.click()
    await page.waitForFunction((count) => (globalThis as Heard).sounded.length > count, before)
    times.push(
      await page.evaluate((count) => (globalThis as Heard).sounded[count]! - (globalThis as Heard).pressed, before),
    )
    await page.waitForTimeout(500)
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('pause')))
  }
  await page.close()
  return times
}

async function gaps(on: Browser) {
  const [page, cdp] = await open(on, '/')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await page
    .getByRole('region', { name: 'Featured Beats' })
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  for (let nth = 1; nth <= ENDS; nth++) {
    await page.waitForFunction(() => {
      const { sounds } = globalThis as Heard
      const [now, next] = [sounds.find(({ paused }) => !paused), sounds.find(({ paused }) => paused)]
      return now && now.currentTime > 0.5 && next?.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA
    })
    await page.evaluate(() => {
      const now = (globalThis as Heard).sounds.find(({ paused }) => !paused)!
      now.currentTime = now.duration - 0.5
    })
    await page.waitForFunction((count) => {
      const { ended, sounded } = globalThis as Heard
      return ended.length === count && sounded.some((time) => time > ended[count - 1]!)
    }, nth)
  }
  const times = await page.evaluate(() => {
    const { ended, sounded } = globalThis as Heard
    return ended.map((end) => sounded.find((time) => time > end)! - end)
  })
  await page.close()
  return times
}

/** The processor time of the page's main thread. */
async function playing(on: Browser) {
  const [page, cdp] = await open(on, '/track/stairwell-sermon')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await page.waitForFunction(() => (globalThis as Heard).sounded.length > 0)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Performance.enable')
  await page.waitForTimeout(2_000)
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  const before = await busy()
  await page.waitForTimeout(LISTENED)
  const share = ((await busy()) - before) / (LISTENED / 1000)
  await page.close()
  return share * 100
}
