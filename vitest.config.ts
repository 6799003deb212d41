import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './e2e/chromium.ts'
import { drawIcons } from './scripts/icons.ts'

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        plugins: [drawIcons()],
        test: {
          name: 'node',
          include: ['{contract,server,web,demo,scripts,test}/**/*.test.ts'],
          environment: 'node',
          isolate: false, // loading the server anew for each file took a third of the time
          // requests make many objects that live shortly: with more room for them they are collected less often
          execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
          setupFiles: ['./test/remembered-hashes.ts', './test/leave-nothing.ts'],
          globalSetup: './test/global-setup.ts',
          testTimeout: 120_000, // a busy machine is slow, not broken
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react(), tailwind(), drawIcons()],
        // found by the scan only after the first test has begun, which reloads the page under it
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            '@radix-ui/react-dialog',
            '@radix-ui/react-dropdown-menu',
            '@radix-ui/react-tooltip',
            '@simplewebauthn/browser',
            '@tanstack/react-query',
            'react-hook-form',
            'react-hot-toast/headless',
            'zustand',
            'axe-core',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
