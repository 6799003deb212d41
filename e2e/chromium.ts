import { existsSync, statfsSync } from 'node:fs'

const known = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell', // the same browser without its windows: it starts with a third of the processor time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** undefined: Playwright's own, if it has been installed. */
export const executablePath = known.find((path) => path && existsSync(path))

export const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

const MEMORY = '/dev/shm'
const ROOM = 2 ** 30 // bytes

function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}

/**
 * Playwright makes the processes of the browser share files on the disk, since memory is small in many containers. A disk
 * costs a fifth of the kernel's time.
 */
const ignoreDefaultArgs = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : []

export const launchOptions = { ...(executablePath && { executablePath }), args, ignoreDefaultArgs }
