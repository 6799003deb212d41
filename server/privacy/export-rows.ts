import { conflict } from '#server/errors.ts'
import { DAYS_TO_KEEP_EXPORT, type OwnData } from '#contract/own-data.ts'
import type { Db } from '#server/db/connect.ts'
import { signedUrl, type FindFile } from '#server/http/signed-files.ts'
import type { App } from '#server/services.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Far longer than making an export takes. A job that has not ended after this time counts as lost. */
export const LOST_AFTER = 15 * MINUTE
export const keptUntil = (now: Date) => new Date(now.getTime() + DAYS_TO_KEEP_EXPORT * DAY)

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'make-export': { accountId: number }
  }
}

const findExport = (db: Db, accountId: number) =>
  db.selectFrom('dataExport').where('accountId', '=', accountId).selectAll().executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** A failed export may be asked for again at once. */
const canAskAt = ({ state, askedAt }: Pick<Row, 'state' | 'askedAt'>, now: Date) => {
  const next = new Date(askedAt.getTime() + DAY)
  return state === 'failed' || next <= now ? null : next
}

export async function presentOwnData(app: App, accountId: number): Promise<OwnData> {
  const row = await findExport(app.db, accountId)
  if (!row) return { export: null, canAskAt: null }
  const isReady = row.state === 'ready'
  const address = { purpose: 'export', file: String(accountId), account: accountId } as const
  return {
    export: {
      state: row.state,
      askedAt: row.askedAt.toISOString(),
      bytes: row.bytes,
      url: isReady ? signedUrl(app, address) : null,
      until: isReady ? row.dueAt.toISOString() : null,
    },
    canAskAt: canAskAt(row, app.clock.now())?.toISOString() ?? null,
  }
}

/** Locks the account’s row: of two requests at once one makes an export. */
export const askForExport = (app: App, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await tx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute()
    const former = await findExport(tx, accountId)
    if (former && canAskAt(former, now))
      throw conflict('too_soon', 'You have asked for your data within the last day. Try again tomorrow.')
    if (former?.storageKey) await forgetFiles(tx, [former.storageKey], now)
    await tx.deleteFrom('dataExport').where('accountId', '=', accountId).execute()
    await tx
      .insertInto('dataExport')
      .values({ accountId, askedAt: now, dueAt: new Date(now.getTime() + LOST_AFTER) })
      .execute()
    await app.enqueue(tx, 'make-export', { accountId }, { jobKey: `export ${accountId}` })
  })

/** Only its owner gets an export, and only while it is kept. */
export const findExportFile =
  (app: App): FindFile =>
  async (name, account) => {
    if (name !== String(account)) return null
    const row = await findExport(app.db, account)
    if (!row?.storageKey) return null
    return { key: row.storageKey, download: `slide-data-${row.askedAt.toISOString().slice(0, 10)}.zip` }
  }
