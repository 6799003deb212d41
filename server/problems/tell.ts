import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { problemMail } from './mails.ts'
import { findProblem } from './rows.ts'
import { newsOf, type Happened } from './words.ts'

/**
 * Tells both sides of a step: a mail to each, and a notice to the side that did not act. Notices come last in a
 * transaction, in the order of the accounts.
 */
export async function tell(app: App, tx: Tx, id: number, happened: Happened, actor: 'buyer' | 'seller' | null = null) {
  const problem = await findProblem(tx, id)
  const news = newsOf(problem, happened)
  const sides = [
    { role: 'buyer' as const, accountId: problem.buyerId, handle: problem.buyerName, email: problem.buyerEmail },
    { role: 'seller' as const, accountId: problem.sellerId, handle: problem.sellerName, email: problem.sellerEmail },
  ].toSorted((one, other) => one.accountId - other.accountId)
  for (const { role, handle, email } of sides)
    if (email)
      await app.mail.send(
        tx,
        problemMail,
        email,
        { handle, ...news[role], quote: news.quote, problemId: id },
        { dedupeKey: `problem ${id} ${happened} ${role}` },
      )
  for (const { role, accountId, email } of sides)
    if (role !== actor && email)
      await notify(app, tx, {
        accountId,
        topic: role === 'buyer' ? 'purchase' : 'sale',
        relatedType: 'PROBLEM',
        problemId: id,
        slug: problem.slug,
        ...news[role],
      })
}
