import { mountApp } from '#server/app.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { openHouse } from '#server/house/house.ts'
import { listenLive } from '#server/live/live.ts'
import type { App } from '#server/services.ts'

/** Another process of the same shop: with connections and a memory of its own. */
export async function secondNode(first: App) {
  const url = first.config.databaseUrl!
  const pool = createPool(url, { onError: () => {} })
  const db = createDb(pool)
  const live = await listenLive(url)
  const house = await openHouse({ db, live })
  const app: App = { ...first, db, live, house }
  const http = await mountApp(app)
  return {
    app,
    http,
    async close() {
      await http.close()
      await house.close()
      await live.close()
      await pool.end()
    },
  }
}
