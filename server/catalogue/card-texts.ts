import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { writeCards } from '#server/items/index.ts'
import type { Show } from '#server/search/index.ts'

/** A card as JSON. It is null while it is due. */
export type CardText = { itemId: number; card: string | null }
export type Form = 'item' | 'result'

const ends = {
  item: { facts: sql`as_item`, isNew: 'isNew', isPopular: 'isPopular', isTrending: 'isTrending' },
  result: { facts: sql`as_result`, isNew: 'new', isPopular: 'popular', isTrending: 'trending' },
} satisfies Record<Form, object>

/** Joins the kept texts with what is counted. */
export function textOf(form: Form, newSince: Date, waves: boolean): Show {
  const { facts, ...names } = ends[form]
  const named = (name: string) => sql.lit(`,"${name}":`)
  return {
    columns: sql`item_id, '{' || card || ',' || ${facts}
      || ${named('likeCount')} || likes || ${named('commentCount')} || comments || ${named('playCount')} || plays
      || ${named(names.isNew)} || (published_at > ${newSince})
      || ${named(names.isPopular)} || is_popular || ${named(names.isTrending)} || is_trending
      || ${waves ? sql`${named('wave')} || coalesce(wave, 'null') || '}'` : sql.lit(',"wave":null}')} as card`,
    joins: sql`left join item_card using (item_id) left join item_stat using (item_id)`,
  }
}

/** Writes the cards that are due, and reads again. */
export async function withCards<Answer extends { rows: CardText[] }>(
  db: Db,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await read()
    const due = answer.rows.flatMap(({ itemId, card }) => (card === null ? itemId : []))
    if (due.length === 0) return answer
    await db.transaction().execute((tx) => writeCards(tx, due))
  }
}

export const joined = (rows: CardText[]) => rows.map(({ card }) => card).join(',')
