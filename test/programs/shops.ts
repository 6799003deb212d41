// The three shops of the browser tests. They start at the same time, since each uses one core. One line says where they
// are. It ends when they have ended: a signal reaches the whole group of processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const COMMON = { PORT: '0', RATE_LIMIT: 'off' }
const shops = [
  { args: ['server/main.ts'], env: { DATA_DIR: 'test-results/e2e-data', DEMO_CACHE: '.demo-cache' } },
  { args: ['server/main.ts', '--dev'], env: { DATA_DIR: 'test-results/kit-data', DEMO: '0' } },
  { args: ['test/programs/real-shop.ts'], env: { DATA_DIR: 'test-results/real-data' } },
].map(({ args, env }) =>
  spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...COMMON, ...env },
  }),
)
process.on('SIGTERM', () => {})
const ends = Promise.all(shops.map((shop) => once(shop, 'exit')))

/** `npm test` shows them at its end: a page can look right while its shop complains. */
const ERRORS = 'test-results/shop-errors.log'
for (const { stdout } of shops)
  createInterface({ input: stdout }).on('line', (line) => {
    if (/^\{"level":[56]0,/.test(line)) appendFileSync(ERRORS, `${line}\n`)
  })

/** A shop says its address when it is ready. */
const addressOf = (shop: (typeof shops)[number]) =>
  new Promise<string>((tell, fail) => {
    let said = ''
    shop.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, address] = /ready on (.*)\n/.exec(said) ?? []
      if (address) tell(address)
    })
    shop.on('exit', () => fail(new Error(`A shop ended before it was ready: ${said}`)))
  })

const [demo, kit, real] = await Promise.all(shops.map(addressOf))
console.log(`demo ${demo}, kit ${kit}, real ${real}`)
await ends
