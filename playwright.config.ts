import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

// Its promotions are drawn into the pages of all visitors, so it runs after the other tests. `--no-deps` runs it alone.
const PROMOTED = 'promoted.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not broken
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: true,
  webServer: {
    command: 'node scripts/node.mjs scripts/build.ts && node scripts/node.mjs test/programs/shops.ts',
    // the system gives free ports; Playwright reads them before the workers load this file
    wait: {
      stdout:
        /demo (?<e2e_url>http:\S+) .*, kit (?<kit_url>http:\S+) .*, real (?<real_url>http:\S+), with Stripe at (?<stripe_url>http:\S+)/,
    },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  use: {
    baseURL: process.env.E2E_URL ?? '',
    launchOptions,
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', testIgnore: ['kit/**', PROMOTED], grepInvert: /@no-desktop/, use: desktop },
    { name: 'phone', testIgnore: ['kit/**', PROMOTED], grep: /@phone/, use: phone },
    { name: 'promoted', testMatch: PROMOTED, dependencies: ['desktop', 'phone'], use: desktop },
    {
      name: 'promoted on a phone',
      testMatch: PROMOTED,
      dependencies: ['desktop', 'phone'],
      grep: /@phone/,
      use: phone,
    },
    // the gallery, which only development serves
    { name: 'kit', testDir: 'e2e/kit', use: { ...desktop, baseURL: process.env.KIT_URL ?? '' } },
    {
      name: 'kit on a phone',
      testDir: 'e2e/kit',
      grep: /@phone/,
      use: { ...phone, baseURL: process.env.KIT_URL ?? '' },
    },
  ],
})
