import type { Db } from '#server/db/connect.ts'

const MOST = 45_000 // a sitemap may name 50,000 addresses

/** Paths of all that crawlers may find in the catalogue, newest first. */
export async function cataloguePaths(db: Db) {
  const [styles, items] = await Promise.all([
    db.selectFrom('style').select('slug').execute(),
    db
      .selectFrom('item')
      .where('status', '=', 'published')
      .where('deletedAt', 'is', null)
      .select(['kind', 'slug', 'updatedAt'])
      .orderBy('publishedAt', 'desc')
      .limit(MOST)
      .execute(),
  ])
  return [
    ...styles.map(({ slug }) => ({ path: `/styles/${slug}`, changed: null })),
    ...items.map(({ kind, slug, updatedAt }) => ({ path: `/${kind === 'beat' ? 'track' : kind}/${slug}`, changed: updatedAt })),
  ]
}
