import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { startSlide, type Slide } from './slide.ts'

/** A server with a database and files of its own, which outlives the kills of the server. */
export type Shop = {
  folder: string
  dataDir: string
  db: pg.Client
  /** The server that runs, or that was killed last. */
  slide: () => Slide | undefined
  /** Gives the address. */
  start: () => Promise<string>
  kill: () => Promise<unknown>
}

/** Sets up a shop, runs the benchmark, and removes everything. */
export async function withShop(run: (shop: Shop) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'slide-bench-'))
  const dataDir = join(folder, 'data')
  const database = await startEmbedded(join(folder, 'database'))
  const db = new pg.Client(database.url)
  let running: Slide | undefined
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    running?.kill(signal)
    return running?.ended
  }
  try {
    await db.connect()
    await run({
      folder,
      dataDir,
      db,
      slide: () => running,
      async start() {
        running = startSlide(dataDir, { DATABASE_URL: database.url })
        return (await running.ready).url
      },
      kill: async () => end('SIGKILL'),
    })
  } finally {
    await end('SIGTERM')
    await db.end()
    await database.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
