import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { suggestIds } from './search-items.ts'
import { wordsOf } from './words.ts'

const ITEMS = 5
const TAGS = 4

/** Suggestions for a text that is being typed. Nothing is counted, and each part reads a few rows from an index. */
export async function suggest(app: Pick<App, 'db' | 'clock'>, q: string) {
  const words = wordsOf(q)
  if (words.length === 0) return { itemIds: [], tags: [], styles: [] }
  const [itemIds, tags, styles] = await Promise.all([
    suggestIds(app, words, ITEMS),
    tagsStartingWith(app.db, words.join('-')),
    stylesNamed(app.db, words),
  ])
  return { itemIds, tags, styles }
}

async function tagsStartingWith(db: Db, begin: string) {
  const { rows } = await sql<{ tag: string }>`select tag from search_tag
    where tag >= ${begin} collate "C" and tag < (${begin} || chr(1114111)) collate "C"
    order by items desc, tag limit ${TAGS}`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Finds styles: each asked word must begin one of the style's words. Reads all thirteen. */
async function stylesNamed(db: Db, words: string[]) {
  const styles = await db.selectFrom('style').select(['slug', 'title', 'code', 'line']).orderBy('id').execute()
  return styles
    .filter((style) => {
      const own = [...wordsOf(style.title), style.slug.replaceAll('-', '')]
      return words.every((word) => own.some((other) => other.startsWith(word)))
    })
    .slice(0, 3)
}
