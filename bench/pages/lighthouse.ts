import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { args, executablePath } from '#e2e/chromium.ts'

export type Measured = { scores: Record<string, number>; lcp: number; cls: number; tbt: number; faults: string[] }

/** The mobile preset, with the throttling applied to a real load. */
export async function measureWithLighthouse(url: string): Promise<Measured> {
  const chrome = await launch({
    ...(executablePath && { chromePath: executablePath }),
    chromeFlags: ['--headless', ...args],
  })
  try {
    const result = await lighthouse(
      url,
      {
        port: chrome.port,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      },
      { extends: 'lighthouse:default', settings: { throttlingMethod: 'devtools' } },
    )
    if (!result) throw new Error(`No report for ${url}`)
    const { categories, audits } = result.lhr
    const value = (id: string) => audits[id]?.numericValue ?? NaN
    return {
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
      lcp: value('largest-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      tbt: value('total-blocking-time'),
      faults: Object.values(audits)
        .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode === 'binary')
        .map(({ id }) => id),
    }
  } finally {
    chrome.kill()
  }
}
