// Browser tests need a Chromium. It is found or installed; otherwise a sentence says how to get one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { executablePath } from '#e2e/chromium.ts'

const succeeds = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const hasOwn = () => existsSync(chromium.executablePath())

function installFromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing Chromium (apt-get) …')
  succeeds('apt-get', ['update', '-qq'])
  const install = (name: string) =>
    succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'])
  return install('chromium-headless-shell') || install('chromium')
}

function installFromPlaywright() {
  console.log('Installing Chromium (playwright) …')
  return (
    succeeds(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium-headless-shell']) && hasOwn()
  )
}

/** False when no Chromium was found and none could be installed. */
export const ensureChromium = () =>
  Boolean(executablePath) || hasOwn() || installFromDebian() || installFromPlaywright()

export const HOW_TO_GET_CHROMIUM =
  'No Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH.'
