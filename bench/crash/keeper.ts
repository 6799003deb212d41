import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf } from '#test/embedded-database.ts'
import { killPostmaster, postmasterOf, startSlide, type Slide } from './slide.ts'

const DATABASE_BACK_WITHIN = 60_000
const TRIES = 3

/** Starts a shop in `dataDir`, again after each kill. */
export function keepShop(dataDir: string, env: Record<string, string> = {}) {
  let running: Slide | undefined
  let isOver = false
  let open = Promise.withResolvers<string>()
  open.promise.catch(() => {})

  async function start() {
    for (let attempt = 1; ; attempt++) {
      running = startSlide(dataDir, env)
      try {
        const { url } = await running.ready
        return open.resolve(url)
      } catch (error) {
        running.kill('SIGKILL')
        await running.ended
        if (attempt < TRIES && !isOver) continue
        open.reject(error)
        throw error
      }
    }
  }

  return {
    start,
    /** Starts another server on the same database. It dies at a point of a checkout. */
    startDying: (point: number) =>
      startSlide(
        dataDir,
        { DATABASE_URL: databaseOf(dataDir), ROLE: 'web', DIES_AT: String(point) },
        'test/programs/dying-shop.ts',
      ),
    pid: () => running?.pid ?? 0,
    /** The address, as soon as the shop is open. */
    url: () => open.promise,
    /** A server that is killed is started again. One whose database is killed starts it again by itself. */
    async kill(what: 'server' | 'database') {
      const url = await open.promise
      open = Promise.withResolvers<string>()
      open.promise.catch(() => {})
      if (what === 'database') {
        const died = postmasterOf(dataDir)
        if (!killPostmaster(dataDir)) throw new Error('The database was not running.')
        await untilBack(dataDir, url, died)
        return open.resolve(url)
      }
      running?.kill('SIGKILL')
      await running?.ended
      await start()
    },
    async end() {
      isOver = true
      running?.kill('SIGTERM')
      await running?.ended
      killPostmaster(dataDir)
    },
  }
}

async function untilBack(dataDir: string, url: string, died: number) {
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const deadline = Date.now() + DATABASE_BACK_WITHIN; Date.now() < deadline; await sleep(100))
    if (postmasterOf(dataDir) !== died && (await isReady())) return
  throw new Error('The server did not start its database again.')
}
