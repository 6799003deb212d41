import { spawn } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { args, executablePath } from '#e2e/chromium.ts'

export type Measured = { scores: Record<string, number>; lcp: number; cls: number; tbt: number; faults: string[] }

type Audit = { id: string; numericValue?: number; score: number | null; scoreDisplayMode: string }
type Report = {
  categories: Record<string, { id: string; score: number | null }>
  audits: Record<string, Audit>
}

/** Lighthouse is half as large as all other packages together, so only this bench installs it. */
const program = fileURLToPath(new URL('../lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url))

/** The mobile preset; its throttling is applied to a real load. */
export async function measureWithLighthouse(url: string): Promise<Measured> {
  const { categories, audits } = await reportOf(url)
  const value = (id: string) => audits[id]?.numericValue ?? NaN
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    faults: Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode === 'binary')
      .map(({ id }) => id),
  }
}

async function reportOf(url: string) {
  const child = spawn(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--throttling-method=devtools',
      '--no-enable-error-reporting',
      `--chrome-flags=--headless ${args.join(' ')}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
    },
  )
  return (await json(child.stdout)) as Report
}
