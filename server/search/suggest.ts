import { sql } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { suggestIds } from './search-items.ts'
import { understand } from './understand.ts'
import { wordsOf } from './words.ts'

const ITEMS = 5
const TAGS = 4
const POPULAR = 200
const POPULAR_TAGS = 10

/** Suggestions for a text that is being typed. Nothing is counted, and each part reads a few rows from an index. */
export async function suggest(app: Pick<App, 'db' | 'clock'>, q: string) {
  const words = wordsOf(q)
  const asked = understand(q)
  if (words.length === 0) return { itemIds: [], tags: [], styles: [] }
  const [itemIds, tags, styles] = await Promise.all([
    asked.words.length ? suggestIds(app, asked, ITEMS) : [],
    tagsStartingWith(app.db, words.join('-')),
    stylesNamed(app.db, words),
  ])
  return { itemIds, tags, styles }
}

/** The most frequent tags of the most popular items. */
export async function popularTags(db: Db) {
  const { rows } = await sql<{ tag: string }>`
    select tag from (select tags from item_search order by popularity desc, item_id desc limit ${POPULAR}) popular, unnest(tags) tag
    group by tag order by count(*) desc, tag limit ${POPULAR_TAGS}`.execute(db)
  return rows.map(({ tag }) => tag)
}

async function tagsStartingWith(db: Db, begin: string) {
  const { rows } = await sql<{ tag: string }>`select tag from search_tag
    where tag >= (select ${begin}::text) collate "C" and tag < (select ${begin}::text || chr(1114111)) collate "C"
    order by items desc, tag limit ${sql.lit(TAGS)} ${plannedOnce}`.execute(db)
  return rows.map(({ tag }) => tag)
}

type Style = { slug: string; title: string; code: string; line: string }

/** Finds styles: each asked word must begin one of the style's words. Reads all thirteen. */
async function stylesNamed(db: Db, words: string[]) {
  const { rows: styles } =
    await sql<Style>`select slug, title, code, line from style order by id ${plannedOnce}`.execute(db)
  return styles
    .filter((style) => {
      const own = [...wordsOf(style.title), style.slug.replaceAll('-', '')]
      return words.every((word) => own.some((other) => other.startsWith(word)))
    })
    .slice(0, 3)
}
