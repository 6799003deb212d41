import type { Tx } from '#server/db/connect.ts'
import { notify, type NewNotice } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { problemMail } from './mails.ts'
import { findProblem, type ProblemRow } from './rows.ts'
import { newsOf, type Happened } from './words.ts'

type Step = { happened: Happened; actor?: 'buyer' | 'seller' | null }

/**
 * Tells both sides of a step of some problems: a mail to each, and a notice to the side that did not act. It is called
 * once, at the end of a transaction.
 */
export const tell = async (app: App, tx: Tx, ids: readonly number[], step: Step) =>
  notify(app, tx, ...(await noticesOf(app, tx, ids, step)))

/** Writes the mails about a step, and leaves the notices to a caller with more of them: all inboxes are locked at once. */
export async function noticesOf(app: App, tx: Tx, ids: readonly number[], { happened, actor = null }: Step) {
  const notices: NewNotice[] = []
  for (const id of ids) {
    const problem = await findProblem(tx, id)
    const news = newsOf(problem, happened)
    for (const { role, accountId, handle, email } of sidesOf(problem)) {
      if (!email) continue // a deleted account
      const facts = { handle, ...news[role], quote: news.quote, problemId: id }
      await app.mail.send(tx, problemMail, email, facts, { dedupeKey: `problem ${id} ${happened} ${role}` })
      if (role === actor) continue
      notices.push({
        accountId,
        topic: role === 'buyer' ? 'purchase' : 'sale',
        relatedType: 'PROBLEM',
        problemId: id,
        slug: problem.slug,
        ...news[role],
      })
    }
  }
  return notices
}

const sidesOf = ({ buyerId, buyerName, buyerEmail, sellerId, sellerName, sellerEmail }: ProblemRow) => [
  { role: 'buyer' as const, accountId: buyerId, handle: buyerName, email: buyerEmail },
  { role: 'seller' as const, accountId: sellerId, handle: sellerName, email: sellerEmail },
]
