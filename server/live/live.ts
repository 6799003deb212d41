import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/db/connect.ts'

/** Ids only: whoever hears it reads the row, which is committed by then. */
export type Notice = { to: number; about: 'notification'; id: number }
export type Live = {
  subscribe: (account: number, hear: (notice: Notice) => void) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'live'

/** Told after the commit; a rollback takes it along. */
export const announce = (tx: Tx, notice: Notice) =>
  sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`.execute(tx)

/** One listening connection per node; it comes back after the database does. */
export async function listenLive(url: string): Promise<Live> {
  const hearers = new Map<number, Set<(notice: Notice) => void>>()
  let client: pg.Client | undefined
  let closed = false
  let again: NodeJS.Timeout | undefined

  async function connect() {
    client = new pg.Client({ connectionString: url, keepAlive: true })
    client.on('notification', ({ payload }) => {
      const notice = readNotice(payload)
      hearers.get(notice.to)?.forEach((hear) => hear(notice))
    })
    client.on('error', () => {}) // 'end' follows
    client.once('end', reconnect)
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  }
  function reconnect() {
    if (!closed) again = setTimeout(() => void connect().catch(() => {}), 1_000)
  }
  await connect()
  return {
    subscribe(account, hear) {
      const ours = hearers.get(account) ?? new Set()
      hearers.set(account, ours.add(hear))
      return () => {
        ours.delete(hear)
        if (ours.size === 0) hearers.delete(account)
      }
    },
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end()
    },
  }
}

/** Anyone with the database may notify; what is not ours concerns nobody. */
function readNotice(payload: string | undefined): Notice {
  try {
    return JSON.parse(payload ?? '') as Notice
  } catch {
    return { to: 0, about: 'notification', id: 0 }
  }
}
