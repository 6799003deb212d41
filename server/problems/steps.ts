import { sql } from 'kysely'
import { ANSWER_HOURS, SILENCE_DAYS, type ProblemState } from '#contract/problem-values.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { roleOf, step, type ProblemRow } from './rows.ts'
import { noticesOf, tell } from './tell.ts'
import type { Happened } from './words.ts'

const DAY = 24 * 60 * 60_000

export const ENDED = 'This problem has ended already.'

export function expectSide(problem: ProblemRow, account: number, side: 'buyer' | 'seller') {
  const role = roleOf(problem, account)
  if (role === null) throw notFound('Problem')
  if (role !== side) throw forbidden(`Only the ${side} can do that.`)
}

/** The seller answers once, as long as it is not the operator's turn. */
export const answer = (app: App, id: number, account: number, text: string) =>
  step(app, id, async (tx, problem) => {
    expectSide(problem, account, 'seller')
    const now = app.clock.now()
    if (problem.endedAt) throw conflict('ended', ENDED)
    if (problem.answeredAt) throw conflict('answered', 'You have answered already.')
    if (problem.state !== 'asked' || now >= problem.dueAt!)
      throw conflict('too_late', `The ${ANSWER_HOURS} hours for an answer are over. We decide now.`)
    await tx
      .updateTable('purchaseProblem')
      .set({ state: 'answered', answer: text, answeredAt: now, dueAt: new Date(now.getTime() + SILENCE_DAYS * DAY) })
      .where('id', '=', id)
      .execute()
    await tell(app, tx, [id], { happened: 'answered', actor: 'seller' })
  })

/** The buyer takes it back, at any time before its end. */
export const solve = (app: App, id: number, account: number) =>
  step(app, id, async (tx, problem) => {
    expectSide(problem, account, 'buyer')
    if (problem.endedAt) throw conflict('ended', ENDED)
    await end(app, tx, [id], { state: 'solved', actor: 'buyer' })
  })

/** The buyer is not content with the answer: the operator decides. */
export const escalate = (app: App, id: number, account: number, objection: string) =>
  step(app, id, async (tx, problem) => {
    expectSide(problem, account, 'buyer')
    if (problem.endedAt) throw conflict('ended', ENDED)
    if (problem.state === 'escalated') throw conflict('escalated', 'It is our turn already: we decide.')
    if (problem.state === 'asked') throw conflict('too_early', 'The seller has still time to answer.')
    await handOver(app, tx, problem, { happened: 'escalated', objection: objection || null })
  })

const WITH_LOWER = 'The license that it had replaced went back, and this one with it.'

/**
 * Steps that are due happen by themselves: an unanswered problem to the operator, a silent buyer's to its end. One with an
 * upgrade ends when the lower license went back: that is another order, whose lock does not hold this one.
 */
export const goOn = (app: App, id: number) =>
  step(app, id, async (tx, problem) => {
    if (!problem.endedAt && problem.purchaseState === 'refunded') {
      const decision = { decision: WITH_LOWER, decidedBy: null, refundId: null }
      await end(app, tx, [id], { state: 'refunded', decision })
      return true
    }
    if (!problem.dueAt || problem.dueAt > app.clock.now()) return false
    if (problem.state === 'asked') await handOver(app, tx, problem, { happened: 'unanswered', objection: null })
    else await end(app, tx, [id], { state: 'lapsed' })
    return true
  })

type HandedOver = { happened: 'escalated' | 'unanswered'; objection: string | null }

async function handOver(app: App, tx: Tx, { id }: ProblemRow, { happened, objection }: HandedOver) {
  await tx
    .updateTable('purchaseProblem')
    .set({ state: 'escalated', objection, escalatedAt: app.clock.now(), dueAt: null })
    .where('id', '=', id)
    .execute()
  await tell(app, tx, [id], { happened, actor: happened === 'escalated' ? 'buyer' : null })
}

/** The seller wants to refund what the balance does not cover: the operator decides, and knows that. */
export async function agree(app: App, tx: Tx, { id, agreedAt }: ProblemRow, agreement: string) {
  if (agreedAt) return
  const now = app.clock.now()
  await tx
    .updateTable('purchaseProblem')
    .set({
      state: 'escalated',
      agreement,
      agreedAt: now,
      escalatedAt: sql`coalesce(escalated_at, ${now})`,
      dueAt: null,
    })
    .where('id', '=', id)
    .execute()
  await tell(app, tx, [id], { happened: 'agreed', actor: 'seller' })
}

type End = {
  state: Extract<ProblemState & Happened, 'solved' | 'lapsed' | 'refunded' | 'declined' | 'disputed'>
  actor?: 'buyer' | 'seller'
  decision?: { decision: string; decidedBy: number | null; refundId: number | null }
}

/** Ends problems of one order under its lock, and tells both sides. */
export const end = async (app: App, tx: Tx, ids: readonly number[], how: End) =>
  notify(app, tx, ...(await endWithNotices(app, tx, ids, how)))

/** The same, but the notices are left to the caller. */
export async function endWithNotices(app: App, tx: Tx, ids: readonly number[], { state, actor, decision }: End) {
  if (ids.length === 0) return []
  await tx
    .updateTable('purchaseProblem')
    .set({ state, endedAt: app.clock.now(), dueAt: null, ...decision })
    .where('id', 'in', ids)
    .execute()
  return noticesOf(app, tx, ids, { happened: state, actor: actor ?? null })
}
