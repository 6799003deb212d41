import type { Db } from '#server/db/connect.ts'

export const listStyles = (db: Db) => db.selectFrom('style').selectAll().orderBy('id').execute()
export type StyleRow = Awaited<ReturnType<typeof listStyles>>[number]

export const findStyle = (db: Db, slug: string) =>
  db.selectFrom('style').selectAll().where('slug', '=', slug).executeTakeFirst()
