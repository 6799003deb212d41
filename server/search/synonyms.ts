import type { synonyms } from '#contract/synonyms.ts'
import { record } from '#server/audit/audit.ts'
import { escapeLike } from '#server/db/like.ts'
import { invalid, notFound } from '#server/errors.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { LONGEST_PHRASE } from './look-up.ts'
import { wordsOf } from './words.ts'

const columns = ['id', 'words', 'means'] as const

/** The words as the search looks them up. */
function phraseOf(field: 'words' | 'means', text: string) {
  const words = wordsOf(text)
  if (words.length === 0) throw invalid({ [field]: 'Use letters or digits.' })
  if (words.length > LONGEST_PHRASE) throw invalid({ [field]: `Use at most ${LONGEST_PHRASE} words.` })
  return words.join(' ')
}

/** Each search reads the pairs from the database, so a change needs no restart, on any node. */
export const synonymRoutes = (app: App): Handlers<typeof synonyms> => ({
  async list({ query: { q, page, limit } }) {
    const part = `%${escapeLike(wordsOf(q).join(' '))}%`
    const found = app.db
      .selectFrom('searchSynonym')
      .where((is) => is.or([is('words', 'like', part), is('means', 'like', part)]))
    const [items, { total }] = await Promise.all([
      found
        .select(columns)
        .orderBy('means')
        .orderBy('words')
        .limit(limit)
        .offset(page * limit)
        .execute(),
      found.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return pageOf(items, { page, limit, total })
  },
  add: ({ body, viewer }) =>
    app.db.transaction().execute(async (tx) => {
      const pair = { words: phraseOf('words', body.words), means: phraseOf('means', body.means) }
      if (pair.words === pair.means) throw invalid({ means: 'Give another word.' })
      const added = await tx
        .insertInto('searchSynonym')
        .values(pair)
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (!added) throw invalid({ words: 'The search knows this pair.' })
      await record(app, tx, viewer.id, { action: 'add synonym', ...subjectOf(added) })
      return added
    }),
  remove: ({ params: { id }, viewer }) =>
    app.db.transaction().execute(async (tx) => {
      const gone = await tx.deleteFrom('searchSynonym').where('id', '=', id).returning(columns).executeTakeFirst()
      if (!gone) throw notFound('Pair of words')
      await record(app, tx, viewer.id, { action: 'remove synonym', ...subjectOf(gone) })
      return { ok: true } as const
    }),
})

const subjectOf = ({ id, words, means }: { id: number; words: string; means: string }) => ({
  subject: { kind: 'synonym' as const, id },
  reason: `${words} = ${means}`,
})
