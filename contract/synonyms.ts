import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { limitedText } from './limited-text.ts'
import { synonymLimits } from './desk-limits.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { oneLine } from './text.ts'

const Synonym = z
  .object({
    id: z.int(),
    words: z.string(),
    means: z.string().describe('A search for either side finds the other, too'),
  })
  .meta({ id: 'Synonym' })
export type Synonym = z.infer<typeof Synonym>

export const synonyms = {
  list: endpoint({
    method: 'GET',
    path: '/admin/synonyms',
    auth: 'admin',
    summary: 'Words that the search takes for the same thing, in the order of the alphabet',
    query: z.object({ q: searchText.default('').describe('Part of either side'), page, limit: limit(50) }),
    reply: pageOf(Synonym),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/synonyms',
    auth: 'admin',
    summary: 'Add a pair of words; the next search knows it',
    body: z.object({
      words: limitedText(synonymLimits.words, oneLine),
      means: limitedText(synonymLimits.means, oneLine),
    }),
    reply: Synonym,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/synonyms/:id',
    auth: 'admin',
    summary: 'Remove a pair of words',
    params: z.object({ id }),
    reply: z.object({ ok: z.literal(true) }),
  }),
}
