import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { args, executablePath } from '#e2e/chromium.ts'

export type Measured = { scores: Record<string, number>; lcp: number; cls: number; tbt: number; faults: string[] }

type Audit = { id: string; numericValue?: number; score: number | null; scoreDisplayMode: string }
type Report = {
  categories: Record<string, { id: string; score: number | null }>
  audits: Record<string, Audit>
}

const folder = fileURLToPath(new URL('../lighthouse/', import.meta.url))
const program = `${folder}node_modules/lighthouse/cli/index.js`

/**
 * Lighthouse is half as large as all other packages together, so `npm ci` leaves it out and this bench installs its
 * own.
 */
export function installLighthouse() {
  if (existsSync(program)) return
  console.log('Installing Lighthouse (npm ci in bench/lighthouse) …')
  const npm = process.env.npm_execpath
  const [file, ...before] = npm ? [process.execPath, npm] : ['npm']
  const install = [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(file!, install, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed.')
}

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
