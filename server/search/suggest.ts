import { sql } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { suggestItems } from './search-items.ts'
import type { Show, Shown } from './show.ts'
import { understand } from './understand.ts'
import { wordsOf } from './words.ts'

const ITEMS = 5
const TAGS = 4
const STYLES = 3
const POPULAR = 200
const POPULAR_TAGS = 10

/** Suggestions for a text that is being typed. Nothing is counted, and each part reads a few rows from an index. */
export async function suggest<Row extends Shown>(app: Pick<App, 'db' | 'clock'>, q: string, show: Show) {
  const words = wordsOf(q)
  const asked = understand(q)
  if (words.length === 0) return { rows: [], tags: [], styles: [] }
  const [rows, tagsAndStyles] = await Promise.all([
    asked.words.length ? suggestItems<Row>(app, asked, ITEMS, show) : [],
    tagsAndStylesFor(app.db, words),
  ])
  return { rows, ...tagsAndStyles }
}

/** The most frequent tags of the most popular items. */
export async function popularTags(db: Db) {
  const { rows } = await sql<{ tag: string }>`
    select tag from (select tags from item_search order by popularity desc, item_id desc limit ${POPULAR}) popular, unnest(tags) tag
    group by tag order by count(*) desc, tag limit ${POPULAR_TAGS}`.execute(db)
  return rows.map(({ tag }) => tag)
}

type Style = { slug: string; title: string; code: string; line: string }

/** Tags with this beginning, and styles: each asked word must begin one of the style's words. Reads all thirteen. */
async function tagsAndStylesFor(db: Db, words: string[]) {
  const begin = words.join('-')
  const { rows } = await sql<{ tags: string[]; styles: Style[] | null }>`select
    array(select tag from search_tag
      where tag >= (select ${begin}::text) collate "C" and tag < (select ${begin}::text || chr(1114111)) collate "C"
      order by items desc, tag limit ${sql.lit(TAGS)}) as tags,
    (select json_agg(style order by id) from (select id, slug, title, code, line from style) style) as styles
    ${plannedOnce}`.execute(db)
  const { tags, styles } = rows[0]!
  const isNamed = (style: Style) => {
    const own = [...wordsOf(style.title), style.slug.replaceAll('-', '')]
    return words.every((word) => own.some((other) => other.startsWith(word)))
  }
  return { tags, styles: (styles ?? []).filter(isNamed).slice(0, STYLES) }
}
