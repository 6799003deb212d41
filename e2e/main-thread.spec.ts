import { expect, test } from './test.ts'

test('React hydrates the front page in many steps, so that a press in between is heard', async ({ page }) => {
  await page.addInitScript(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    const channel = new MessageChannel()
    // other tasks of the page come between two messages
    channel.port1.onmessage = () => {
      const parts = [...document.querySelectorAll('main section')]
      const count = parts.filter(isAlive).length
      if (count !== counts.at(-1)) counts.push(count)
      if (parts.length === 0 || count < parts.length) channel.port2.postMessage(null)
    }
    channel.port2.postMessage(null)
  })
  await page.goto('/')
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts)
  const most = Math.max(...counts.map((count, nth) => count - (counts[nth - 1] ?? 0)))
  expect(counts.at(-1)).toBeGreaterThan(5)
  expect(most, `sections that came alive in one step: ${counts.join(', ')}`).toBeLessThan(counts.at(-1)! / 2)
})

test('one new element makes the browser work out few styles', async ({ page, browser }) => {
  await page.goto('/')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.evaluate(async () => {
    document.querySelector('main')!.append(document.createElement('svg'))
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const counts = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : []))
  expect(counts.length).toBeGreaterThan(0)
  expect(Math.max(...counts)).toBeLessThan(100)
})
