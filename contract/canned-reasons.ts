import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
import { cannedReasonLimits } from './desk-limits.ts'
import { id } from './paging.ts'
import { manyLines, oneLine } from './text.ts'

const CannedReason = z.object({ id: z.int(), name: z.string(), sentence: z.string() }).meta({ id: 'CannedReason' })
export type CannedReason = z.infer<typeof CannedReason>

const params = z.object({ id })
const CannedReasonForm = z.object({
  name: limitedText(cannedReasonLimits.name, oneLine),
  sentence: limitedText(cannedReasonLimits.sentence, manyLines),
})

export const cannedReasons = {
  list: endpoint({
    method: 'GET',
    path: '/admin/reasons',
    auth: 'admin',
    summary: 'Frequent reasons for a rejection, in the order in which they were added',
    reply: z.array(CannedReason),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/reasons',
    auth: 'admin',
    summary: 'Add a frequent reason',
    body: CannedReasonForm,
    reply: CannedReason,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/reasons/:id',
    auth: 'admin',
    summary: 'Change a frequent reason; decisions keep the words they were made with',
    params,
    body: CannedReasonForm,
    reply: CannedReason,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/reasons/:id',
    auth: 'admin',
    summary: 'Delete a frequent reason',
    params,
    reply: z.object({ ok: z.literal(true) }),
  }),
}
