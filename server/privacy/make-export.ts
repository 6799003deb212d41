import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { partOfBytes, zipAsFile, type PackedPart } from '#server/archives/zip-file.ts'
import type { Taker } from '#server/jobs/due.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { forgetFiles, nameFiles } from '#server/storage/unnamed-files.ts'
import { keptUntil, LOST_AFTER } from './export-rows.ts'
import { exportReadyMail } from './mails.ts'
import { readableExport, type Rooms } from './readable-export.ts'

export type ExportPerson = (app: App, accountId: number) => Promise<Rooms>

const MOST_TRIES = 5

/** The job `make-export`. A person who was deleted meanwhile leaves a file that nothing names, and it is removed. */
export async function makeExport(app: App, exportPerson: ExportPerson, accountId: number) {
  const asked = await app.db
    .selectFrom('dataExport')
    .where('accountId', '=', accountId)
    .where('state', '=', 'making')
    .select('askedAt')
    .executeTakeFirst()
  if (!asked) return
  const now = app.clock.now()
  const rooms = await exportPerson(app, accountId)
  const parts = [...textParts(rooms, now), ...(await ownPictures(app, accountId))]
  const storageKey = `exports/${randomUUID()}.zip`
  await forgetFiles(app.db, [storageKey], now)
  const zip = await zipAsFile(parts, now).open('')
  const { size } = await app.storage.put(storageKey, zip!.stream, { mediaType: 'application/zip' })
  await app.db.transaction().execute(async (tx) => {
    const account = await tx
      .updateTable('dataExport')
      .from('account')
      .whereRef('account.id', '=', 'dataExport.accountId')
      .where('accountId', '=', accountId)
      .where('state', '=', 'making')
      .where('askedAt', '=', asked.askedAt)
      .set({ state: 'ready', storageKey, bytes: size, dueAt: keptUntil(app.clock.now()) })
      .returning(['email', 'handle'])
      .executeTakeFirst()
    if (!account) return
    await nameFiles(tx, [storageKey])
    await app.mail.send(tx, exportReadyMail, account.email, { handle: account.handle })
    await notify(app, tx, {
      accountId,
      topic: 'system',
      title: 'Your data is ready',
      message: 'You can save it for a week: Account, Your data.',
    })
  })
}

/** One JSON file for each room that holds something, and one page for reading. */
function textParts(rooms: Rooms, now: Date): PackedPart[] {
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  const filled = Object.entries(rooms).filter(([, room]) => Object.keys(room).length > 0)
  return [
    partOfBytes('read-me.html', Buffer.from(readableExport(rooms, now))),
    ...filled.map(([room, content]) => partOfBytes(`data/${room}.json`, json(content))),
  ]
}

/** Small files that the person sent. Those of items are many and large: the account page leads to each of them. */
async function ownPictures({ db, storage }: App, accountId: number) {
  const account = await db
    .selectFrom('account')
    .leftJoin('voiceTag', 'voiceTag.accountId', 'account.id')
    .where('account.id', '=', accountId)
    .select(['avatarKey', 'bannerKey', 'voiceTag.storageKey as tagKey'])
    .executeTakeFirstOrThrow()
  const named = [
    ['files/avatar', account.avatarKey && `${account.avatarKey}/320.webp`],
    ['files/banner', account.bannerKey],
    ['files/voice-tag', account.tagKey],
  ] as const
  const parts: PackedPart[] = []
  for (const [name, key] of named) {
    const file = key ? await storage.open(key) : null
    if (file) parts.push(partOfBytes(name + endingOf(key!), await buffer(file.stream)))
  }
  return parts
}

const endingOf = (key: string) => /\.[a-z0-9]{1,5}$/i.exec(key)?.[0] ?? ''

const BATCH = 50

/** Tries lost and failed exports again, and removes those whose week is over. */
export const exportTaker: Taker = {
  name: 'exports',
  takeDue: ({ db, enqueue }, now) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ accountId: number; state: string; tries: number; storageKey: string | null }>`
        select account_id, state, tries, storage_key from data_export where due_at <= ${now}
        order by account_id limit ${BATCH} for update skip locked`.execute(tx)
      for (const { accountId, state, tries, storageKey } of rows) {
        const row = tx.updateTable('dataExport').where('accountId', '=', accountId)
        if (state !== 'making') {
          await tx.deleteFrom('dataExport').where('accountId', '=', accountId).execute()
          if (storageKey) await forgetFiles(tx, [storageKey], now)
        } else if (tries + 1 >= MOST_TRIES) await row.set({ state: 'failed', dueAt: keptUntil(now) }).execute()
        else {
          await row.set({ tries: tries + 1, dueAt: new Date(now.getTime() + LOST_AFTER) }).execute()
          await enqueue(tx, 'make-export', { accountId }, { jobKey: `export ${accountId}` })
        }
      }
      return rows.length
    }),
}
