import type { Problem } from '#contract/problems.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { kinds } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'
import type { ProblemRow, Role } from './rows.ts'

const time = (date: Date | null) => date && date.toISOString()

export const presentProblem = (row: ProblemRow, role: Role): Problem => ({
  id: row.id,
  role,
  purchaseId: row.purchaseId,
  orderId: role === 'seller' ? null : row.orderId,
  item: {
    title: row.title,
    kind: kinds[row.kind],
    licenseName: row.label,
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/640.webp`),
  },
  buyer: { id: row.buyerId, name: row.buyerName },
  seller: { id: row.sellerId, name: row.sellerName },
  reason: row.reason,
  state: row.state,
  dueAt: time(row.dueAt),
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  answer: row.answer,
  answeredAt: time(row.answeredAt),
  objection: row.objection,
  agreement: row.agreement,
  agreedAt: time(row.agreedAt),
  escalatedAt: time(row.escalatedAt),
  decision: row.decision,
  decidedBy: row.decidedBy === null ? null : row.decidedBy === row.sellerId ? 'seller' : 'operator',
  endedAt: time(row.endedAt),
  paid: dollars(row.cents),
  refunded: dollars(row.refundedCents),
  refundable: dollars(row.leftCents),
})
