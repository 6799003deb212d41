import { ConfigError, readConfig, type Config } from '#server/config.ts'
import type { WebFor } from '#server/app.ts'
import { preferBuiltChildren } from '#server/media/run-media.ts'
import { createNode } from '#server/start.ts'
import { explain, Trouble } from '#server/trouble.ts'

const STOP_WITHIN = 10_000
const DEMO_ACCOUNTS = ['admin', 'producer', 'growth', 'free', 'buyer'].map((name) => `${name}@slide.test`)

const say = (line: string) => console.log(line)

function fail(error: unknown, config?: Config): never {
  const sentence =
    error instanceof Trouble || error instanceof ConfigError ? error.message : config && explain(error, config)
  console.error(sentence ? `\nSlide did not start.\n${sentence}` : error)
  process.exit(1)
}

function configOrFail() {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail(error)
  }
}

const config = configOrFail()
const development = process.argv.includes('--dev')
if (!development) preferBuiltChildren()
const web: WebFor = async (http) =>
  development
    ? (await import('#server/pages/web-development.ts')).developmentWeb(http)
    : (await import('#server/pages/web-production.ts')).productionWeb(http)

const lost = (error: Error) => {
  console.error(`The database does not start again (${error.message}). Nothing that was acknowledged is lost.`)
  process.exit(1)
}
const node = createNode(config, { web, say, onLost: lost })

let stopping = false
async function stop() {
  if (stopping) return // Ctrl+C arrives twice: from the terminal and from the parent script
  stopping = true
  setTimeout(() => process.exit(1), STOP_WITHIN).unref()
  await node.stop()
  await starting.catch(() => {}) // the start stops at its next step and ends its parts
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())

const began = performance.now()
const starting = node.start()
const address = await starting.catch((error: unknown) => (stopping ? undefined : fail(error, config)))

if (!stopping) {
  if (config.demo) say(`\nDemo accounts, password slide-demo-140:\n  ${DEMO_ACCOUNTS.join('\n  ')}\n`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(address ? `Slide is ready on ${address} (${seconds} s)` : `Slide's worker is ready (${seconds} s)`)
}
