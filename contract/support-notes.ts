import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
import { supportNoteLimits } from './desk-limits.ts'
import { id } from './paging.ts'
import { manyLines, saysSomething } from './text.ts'

const SupportNote = z
  .object({ id: z.int(), body: z.string(), by: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'SupportNote' })
export type SupportNote = z.infer<typeof SupportNote>

const params = z.object({ id })

/** What admins note about a person, for each other. */
export const supportNotes = {
  list: endpoint({
    method: 'GET',
    path: '/admin/people/:id/notes',
    auth: 'admin',
    summary: 'The notes about a person, the newest first',
    params,
    reply: z.array(SupportNote),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/people/:id/notes',
    auth: 'admin',
    summary: 'Note something about a person; they never see it here',
    params,
    body: z.object({
      body: limitedText(supportNoteLimits.body, manyLines).refine(saysSomething, supportNoteLimits.body.required),
    }),
    reply: SupportNote,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/notes/:id',
    auth: 'admin',
    summary: 'Delete a note',
    params,
    reply: z.object({ ok: z.literal(true) }),
  }),
}
