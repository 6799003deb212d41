import { defineConfig, devices } from '@playwright/test'
import { args, executablePath } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not broken
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: true,
  // Port 0: the system gives a free one, the server prints it, Playwright reads it before the workers load this file.
  webServer: {
    command: 'node scripts/node.mjs scripts/start.ts',
    env: { PORT: '0', DATA_DIR: 'test-results/e2e-data', RATE_LIMIT: 'off', DEMO_CACHE: '.demo-cache' },
    wait: { stdout: /ready on (?<e2e_url>http:\S+)/ },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  use: {
    baseURL: process.env.E2E_URL ?? '',
    launchOptions: { ...(executablePath && { executablePath }), args },
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
  ],
})
