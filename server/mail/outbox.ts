import type { Db } from '#server/db/connect.ts'

/** All mails, newest first; `before` is the id of the last one already read. */
export function listMail(db: Db, { limit, before }: { limit: number; before?: number }) {
  const newest = db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(limit)
  return (before === undefined ? newest : newest.where('id', '<', before)).execute()
}
