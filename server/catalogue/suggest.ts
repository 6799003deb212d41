import { sql } from 'kysely'
import { findProducers, nameBegins } from '#server/accounts/index.ts'
import type { Db } from '#server/db/connect.ts'
import { cardsOf } from './cards.ts'
import { suggestIds } from './search-items.ts'
import { wordsOf } from './words.ts'

const ITEMS = 5
const PRODUCERS = 3
const TAGS = 4

/** While typing: nothing is counted, and each part is a few rows from an index. */
export async function suggest(db: Db, q: string) {
  const words = wordsOf(q)
  if (words.length === 0) return { items: [], producers: [], tags: [], styles: [] }
  const [ids, producers, tags, styles] = await Promise.all([
    suggestIds(db, words, ITEMS),
    producersNamed(db, words.join('')),
    tagsBegunBy(db, words.join('-')),
    stylesNamed(db, words),
  ])
  return { items: await cardsOf(db, ids, { waves: false }), producers, tags, styles }
}

const producersNamed = async (db: Db, begin: string) =>
  (await findProducers(db, nameBegins(begin), { order: 'popular', limit: PRODUCERS })).found

async function tagsBegunBy(db: Db, begin: string) {
  const { rows } = await sql<{ tag: string }>`select tag from search_tag
    where tag >= ${begin} collate "C" and tag < (${begin} || chr(1114111)) collate "C"
    order by items desc, tag limit ${TAGS}`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Thirteen rows: looked through, every word the beginning of one of its own. */
async function stylesNamed(db: Db, words: string[]) {
  const styles = await db.selectFrom('style').select(['slug', 'title', 'code', 'line']).orderBy('id').execute()
  return styles
    .filter((style) => {
      const own = [...wordsOf(style.title), style.slug.replaceAll('-', '')]
      return words.every((word) => own.some((other) => other.startsWith(word)))
    })
    .slice(0, 3)
}
