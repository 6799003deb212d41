import { sql } from 'kysely'
import { builtOnce } from './built-once.ts'
import { listed, plannedOnce, type Db } from './connect.ts'
import { containing } from './like.ts'

/** Words and numbers that an index of trigrams knows. */
const PARTS = /\p{L}{3,}|\d{3,}/gu
const MOST_PARTS = 8

/** Of so many newest rows, a common part is in half, and a rare part in few. */
const NEWEST = 100
const COMMON = 50
const RARE = 2

/**
 * An index of trigrams takes long for a text whose words are in nearly all rows and whose number is in few, such as a title
 * with its number: it looks at the words for each row that has some of the digits. It is fast for the number alone. Gives
 * the pattern of such a number, or null.
 */
export function rareNumbersOf(table: 'orderLine' | 'mail', columns: readonly string[]) {
  const texts = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )
  const countParts = builtOnce(
    (_db, { parts }: { parts: string[] }) => sql<{ part: string; hits: number }>`
      select part, count(*) filter (where newest.text ilike part) as hits
      from unnest(${listed(parts, 'text')}) as typed (part)
      cross join (select ${texts} as text from ${sql.table(table)} order by id desc limit ${sql.lit(NEWEST)}) newest
      group by part ${plannedOnce}`,
  )
  return async (db: Db, text: string) => {
    const [number] = (text.match(/\d{3,}/g) ?? []).toSorted((one, other) => other.length - one.length)
    const words = (text.match(PARTS) ?? []).filter((part) => !/\d/.test(part)).slice(0, MOST_PARTS)
    if (number === undefined || words.length === 0) return null
    const rare = containing(number)
    const counted = await countParts(db, { parts: [rare, ...words.map(containing)] })
    const isRare = counted.some(({ part, hits }) => part === rare && hits <= RARE)
    return isRare && counted.some(({ hits }) => hits >= COMMON) ? rare : null
  }
}
