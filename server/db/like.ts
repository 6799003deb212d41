import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Makes wildcards of LIKE stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** A pattern of LIKE for texts that contain this one. */
export const containing = (text: string) => `%${escapeLike(text)}%`

/** No text goes on with a higher letter. */
const LAST = '\u{10FFFF}'

/** The text begins like the typed one. An index of the text in the order of "C" serves this. */
export const begins = (text: RawBuilder<unknown>, typed: string | RawBuilder<string>) =>
  sql<SqlBool>`(${text} >= ${typed}::text and ${text} < ${typed}::text || ${sql.lit(LAST)})`

/** A regular expression for a name that stands by itself, not within another name. */
export const asWord = (name: string) =>
  `(?<![A-Za-z0-9_-])${name.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}(?![A-Za-z0-9_-]|\\.[A-Za-z0-9_-])`

/** A regular expression for an address of mails that is not a part of a longer one. */
export const asAddress = (email: string) => `(?<![.%+])${asWord(email)}`
