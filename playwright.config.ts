import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

// Its promotions are drawn into the pages of all visitors, so it runs after the other tests. `--no-deps` runs it alone.
const PROMOTED = 'promoted.spec.ts'

// Port 0: the system gives a free one, the server prints it, Playwright reads it before the workers load this file.
const server = { timeout: 300_000, gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } } as const
const env = { PORT: '0', RATE_LIMIT: 'off' }

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not broken
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: true,
  webServer: [
    {
      ...server,
      command: 'node scripts/node.mjs scripts/start.ts',
      env: { ...env, DATA_DIR: 'test-results/e2e-data', DEMO_CACHE: '.demo-cache' },
      wait: { stdout: /ready on (?<e2e_url>http:\S+)/ },
    },
    {
      ...server,
      command: 'node scripts/node.mjs server/main.ts --dev',
      env: { ...env, DATA_DIR: 'test-results/kit-data', DEMO: '0' },
      wait: { stdout: /ready on (?<kit_url>http:\S+)/ },
    },
    {
      ...server,
      command: 'node scripts/node.mjs test/programs/real-shop.ts',
      env: { ...env, DATA_DIR: 'test-results/real-data' },
      wait: { stdout: /ready on (?<real_url>http:\S+), with Stripe at (?<stripe_url>http:\S+)/ },
    },
  ],
  use: {
    baseURL: process.env.E2E_URL ?? '',
    launchOptions,
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', testIgnore: ['kit/**', PROMOTED], use: desktop },
    { name: 'phone', testIgnore: ['kit/**', PROMOTED], grepInvert: /@once/, use: phone },
    { name: 'promoted', testMatch: PROMOTED, dependencies: ['desktop', 'phone'], use: desktop },
    {
      name: 'promoted on a phone',
      testMatch: PROMOTED,
      dependencies: ['desktop', 'phone'],
      grepInvert: /@once/,
      use: phone,
    },
    // the gallery, which only development serves
    { name: 'kit', testDir: 'e2e/kit', use: { ...desktop, baseURL: process.env.KIT_URL ?? '' } },
    {
      name: 'kit on a phone',
      testDir: 'e2e/kit',
      grepInvert: /@once/,
      use: { ...phone, baseURL: process.env.KIT_URL ?? '' },
    },
  ],
})
