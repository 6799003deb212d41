import type { AdminAction, Mail } from '#contract/operations.ts'
import type { listActions } from '#server/audit/audit.ts'
import type { findMails } from '#server/mail/desk.ts'
import { hasFailed } from '#server/mail/due.ts'

type MailRow = Awaited<ReturnType<typeof findMails>>['rows'][number]
type ActionRow = Awaited<ReturnType<typeof listActions>>['rows'][number]

export const presentMail = (row: MailRow): Mail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  kind: row.kind,
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  failure: row.failure,
  nextAttemptAt: row.failure === null ? null : (row.dueAt?.toISOString() ?? null),
})

function stateOf(row: MailRow) {
  if (row.sentAt) return 'sent'
  return hasFailed(row) ? 'failed' : 'waiting'
}

export const presentAction = (row: ActionRow): AdminAction => ({
  id: row.id,
  admin: row.handle,
  action: row.action,
  subject: { kind: row.subjectKind, id: row.subjectId, title: row.title },
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
})
