import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { keepConnection, type Line } from '#server/db/keep-connection.ts'

/** No account: the nodes themselves listen. */
export const ALL_NODES = 0

/**
 * Names an account and what changed for it, nothing more. The rows are committed by then, and the listener reads them.
 * 'session' comes from a trigger of the database. 'gap' comes from this module: some notices may have been lost.
 * 'typing' alone has no rows: it names the person who types to the account. 'house' comes from triggers, too: what the
 * nodes keep of the house has changed.
 */
export type Notice =
  | { to: number; about: 'notification' | 'chat' | 'account' | 'session' | 'gap' }
  | { to: number; about: 'typing'; from: number }
  | { to: typeof ALL_NODES; about: 'house' }
export type Live = {
  subscribe: (account: number, hear: (notice: Notice) => void) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'live'

/** Sends notices with the commit. A rollback sends nothing. */
export const announce = (tx: Tx, ...notices: Notice[]) => sql`select ${announced(notices)}`.execute(tx)

/** The same, as a part of another statement. */
export const announced = (notices: readonly Notice[]) =>
  sql<number>`(select count(pg_notify(${CHANNEL}, notice))
    from unnest(${notices.map((notice) => JSON.stringify(notice))}::text[]) notice)`

type Presence = Partial<Record<'onLost' | 'onStillLost' | 'onBack', () => void>>

/**
 * One listening connection for each node. If it is lost, a new one is made, and all listeners get a 'gap'. It also
 * tells whether the database is there.
 */
export async function listenLive(url: string, { onLost, onStillLost, onBack }: Presence = {}): Promise<Live> {
  const listeners = new Map<number, Set<(notice: Notice) => void>>()
  const tell = (notice: Notice) => listeners.get(notice.to)?.forEach((hear) => hear(notice))
  function tellGap() {
    for (const account of listeners.keys()) tell({ to: account, about: 'gap' })
  }

  const listen = (line: Line) => line.ask(`listen ${CHANNEL}`)
  const connection = await keepConnection(url, {
    begin(line) {
      line.client.on('notification', ({ payload }) => {
        const notice = readNotice(payload)
        if (notice) tell(notice)
      })
      return listen(line)
    },
    beat: listen, // a second time it changes nothing
    ...(onLost && { onLost }),
    ...(onStillLost && { onStillLost }),
    onBack() {
      onBack?.()
      tellGap()
    },
  })
  return {
    subscribe(account, hear) {
      const ofAccount = listeners.get(account) ?? new Set()
      listeners.set(account, ofAccount.add(hear))
      return () => {
        ofAccount.delete(hear)
        if (ofAccount.size === 0) listeners.delete(account)
      }
    },
    close: () => connection.close(),
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
