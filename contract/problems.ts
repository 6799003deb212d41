import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { limitedText } from './limited-text.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { ANSWER_HOURS, PROBLEM_REASONS, PROBLEM_STATES, problemLimits, type ProblemReason } from './problem-values.ts'
import { manyLines, oneLine, saysSomething } from './text.ts'

const time = z.iso.datetime()
const person = z.object({ id: z.int(), name: z.string() })
const reasons = Object.keys(PROBLEM_REASONS) as [ProblemReason, ...ProblemReason[]]

const Problem = z
  .object({
    id: z.int(),
    role: z.enum(['buyer', 'seller', 'operator']).describe('What the caller is to it'),
    purchaseId: z.int(),
    orderId: z.int().nullable().describe('Null for the seller'),
    item: z.object({
      title: z.string().describe('As it was called when it was sold'),
      kind: Kind,
      licenseName: z.string(),
      coverUrl: z.string().nullable(),
    }),
    buyer: person,
    seller: person,
    reason: z.enum(reasons),
    state: z
      .enum(PROBLEM_STATES)
      .describe('asked, answered and escalated wait for the seller, the buyer and the operator; the others are ends'),
    dueAt: time.nullable().describe('When it goes on by itself'),
    text: z.string().nullable().describe('Null: the account of its writer was deleted'),
    createdAt: time,
    answer: z.string().nullable(),
    answeredAt: time.nullable(),
    objection: z.string().nullable().describe('What the buyer says to the answer'),
    agreement: z.string().nullable().describe('What the seller says to a refund that the balance does not cover'),
    agreedAt: time.nullable().describe('When the seller agreed to such a refund; the operator decides it'),
    escalatedAt: time.nullable(),
    decision: z.string().nullable().describe('The reason of a refund or of a decision'),
    decidedBy: z.enum(['seller', 'operator']).nullable(),
    endedAt: time.nullable(),
    paid: z.number(),
    refunded: z.number().describe('What it gave back to the buyer'),
    refundable: z.number().describe('What is left of the payment'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

const params = z.object({ id })
const text = limitedText(problemLimits.text, manyLines).refine(saysSomething, problemLimits.text.required)
const answer = limitedText(problemLimits.answer, manyLines).refine(saysSomething, problemLimits.answer.required)
const objection = limitedText(problemLimits.objection, manyLines).default('')
const reason = limitedText(problemLimits.decision, oneLine)

export const problems = {
  report: endpoint({
    method: 'POST',
    path: '/purchases/:id/problem',
    auth: 'user',
    summary: `Report a problem with an own purchase; its seller has ${ANSWER_HOURS} hours to answer`,
    params,
    body: z.object({ reason: z.enum(reasons, 'Choose what is wrong.'), text }),
    reply: Problem,
  }),
  list: endpoint({
    method: 'GET',
    path: '/me/problems',
    auth: 'user',
    summary: 'Problems with own purchases and own sales, unfinished ones first',
    query: z.object({ page, limit: limit(50) }),
    reply: pageOf(Problem).extend({ waiting: z.int().describe('How many wait for the caller’s answer as a seller') }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/problems/:id',
    auth: 'user',
    summary: 'A problem, for its buyer and its seller',
    params,
    reply: Problem,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/problems/:id/answer',
    auth: 'user',
    summary: 'Answer the buyer, once and in time',
    params,
    body: z.object({ text: answer }),
    reply: Problem,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/problems/:id/refund',
    auth: 'user',
    summary: 'As the seller, send back what is left; the operator decides if the balance does not cover it (escalated)',
    params,
    body: z.object({ reason: reason.refine(saysSomething, problemLimits.decision.required) }),
    reply: Problem,
  }),
  solve: endpoint({
    method: 'POST',
    path: '/problems/:id/solve',
    auth: 'user',
    summary: 'As the buyer, say that it is solved',
    params,
    reply: Problem,
  }),
  escalate: endpoint({
    method: 'POST',
    path: '/problems/:id/escalate',
    auth: 'user',
    summary: 'As the buyer, ask the operator to decide after an answer',
    params,
    body: z.object({ text: objection }),
    reply: Problem,
  }),
}

export const deskProblems = {
  ofOrder: endpoint({
    method: 'GET',
    path: '/admin/orders/:id/problems',
    auth: 'admin',
    summary: 'The problems of an order, the newest first',
    params,
    reply: z.array(Problem),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/problems/:id/decide',
    auth: 'admin',
    summary: 'Decide an escalated problem: refund all, a part or nothing',
    params,
    body: z.object({
      amount: z
        .number('Give an amount.')
        .min(0, 'Give an amount from $0.')
        .max(10_000_000, 'That is more than was paid.')
        .describe('Dollars that go back; 0 for none'),
      reason: reason.refine(saysSomething, problemLimits.decision.required),
    }),
    reply: Problem,
  }),
  evidence: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/evidence',
    auth: 'admin',
    summary: 'Everything that proves a sale as a ZIP: order, terms, licenses, downloads, mails and problems',
    params,
    reply: { fileTypes: ['application/zip'] },
  }),
}
