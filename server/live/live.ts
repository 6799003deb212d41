import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/db/connect.ts'

/**
 * Names an account and what changed for it, nothing more. The rows are committed by then, and the listener reads them. 'session' comes from a trigger of the database. 'gap' comes from this module: some notices may have been lost.
 */
export type Notice = { to: number; about: 'notification' | 'session' | 'gap' }
export type Live = {
  subscribe: (account: number, hear: (notice: Notice) => void) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'live'

/** Sends notices with the commit. A rollback sends nothing. */
export const announce = (tx: Tx, ...notices: Notice[]) =>
  sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices.map((notice) => JSON.stringify(notice))}::text[]) notice`.execute(
    tx,
  )

/**
 * One listening connection for each node. If the database cuts it, a new one is made, and all listeners get a 'gap'.
 */
export async function listenLive(url: string): Promise<Live> {
  const listeners = new Map<number, Set<(notice: Notice) => void>>()
  let client: pg.Client | undefined
  let closed = false
  let again: NodeJS.Timeout | undefined

  const tell = (notice: Notice) => listeners.get(notice.to)?.forEach((hear) => hear(notice))

  async function connect() {
    client = new pg.Client({ connectionString: url, keepAlive: true })
    client.on('notification', ({ payload }) => {
      const notice = readNotice(payload)
      if (notice) tell(notice)
    })
    client.on('error', () => {}) // the event 'end' follows
    client.once('end', reconnect)
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  }
  function reconnect() {
    if (!closed) again = setTimeout(() => void connect().then(tellGap, () => {}), 1_000)
  }
  function tellGap() {
    for (const account of listeners.keys()) tell({ to: account, about: 'gap' })
  }
  await connect()
  return {
    subscribe(account, hear) {
      const ofAccount = listeners.get(account) ?? new Set()
      listeners.set(account, ofAccount.add(hear))
      return () => {
        ofAccount.delete(hear)
        if (ofAccount.size === 0) listeners.delete(account)
      }
    },
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end()
    },
  }
}

/** Every user of the database may notify on this channel. A payload of another shape is ignored. */
function readNotice(payload: string | undefined) {
  try {
    return JSON.parse(payload ?? '') as Notice
  } catch {
    return undefined
  }
}
