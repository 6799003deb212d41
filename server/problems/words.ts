import { ANSWER_HOURS, NOT_COVERED, PROBLEM_REASONS } from '#contract/problem-values.ts'
import { dollarWords } from '#server/money.ts'
import type { ProblemRow } from './rows.ts'

/** The steps of a problem, one after the other. */
export type Happened =
  | 'reported'
  | 'answered'
  | 'escalated'
  | 'unanswered'
  | 'agreed'
  | 'solved'
  | 'lapsed'
  | 'refunded'
  | 'declined'
  | 'disputed'

/** The words about one step, for both sides. `quote` is what somebody wrote. */
type News = Record<'buyer' | 'seller', { title: string; message: string }> & { quote: string | null }

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const LEFT = 'The seller has left Slide, so we decide, and tell you.'
const until = (date: Date | null) => (date ? `${format.format(date)} UTC` : '')

export function newsOf(problem: ProblemRow, happened: Happened): News {
  const { buyerName: buyer, sellerName: seller, dueAt } = problem
  const hasLeft = problem.sellerEmail === null
  const title = `“${problem.title}”`
  const both = (head: string, message: string) => ({
    buyer: { title: head, message },
    seller: { title: head, message },
  })
  switch (happened) {
    case 'reported':
      return {
        seller: {
          title: `${buyer} has a problem with ${title}`,
          message: `${PROBLEM_REASONS[problem.reason]}. Answer until ${until(dueAt)}, or refund it. Without an answer we decide.`,
        },
        buyer: {
          title: `Your problem with ${title} is reported`,
          message: hasLeft ? LEFT : `${seller} has until ${until(dueAt)} to answer. If no answer comes, we decide.`,
        },
        quote: problem.text,
      }
    case 'answered':
      return {
        seller: {
          title: `Your answer about ${title} is sent`,
          message: `${buyer} reads it now, and says whether the problem is solved.`,
        },
        buyer: {
          title: `${seller} answered about ${title}`,
          message: `Say whether it is solved, or ask us to decide. If we hear nothing until ${until(dueAt)}, the problem ends.`,
        },
        quote: problem.answer,
      }
    case 'escalated':
      return {
        seller: {
          title: `We decide about ${title}`,
          message: `${buyer} has asked us to decide. You can still refund it until then.`,
        },
        buyer: { title: `We decide about ${title}`, message: 'We read what both of you wrote, and tell you both.' },
        quote: problem.objection,
      }
    case 'unanswered':
      return {
        seller: {
          title: `We decide about ${title}`,
          message: `You did not answer within ${ANSWER_HOURS} hours, so we decide. You can still refund it until then.`,
        },
        buyer: {
          title: `We decide about ${title}`,
          message: hasLeft
            ? LEFT
            : `${seller} did not answer within ${ANSWER_HOURS} hours, so we decide. We tell you both.`,
        },
        quote: null,
      }
    case 'agreed':
      return {
        seller: { title: `We decide about ${title}`, message: NOT_COVERED },
        buyer: {
          title: `We decide about ${title}`,
          message: `${seller} agrees to a refund. We decide now, and tell you both.`,
        },
        quote: problem.agreement,
      }
    case 'solved':
      return { ...both(`The problem with ${title} is solved`, `${buyer} said so. Nothing is left to do.`), quote: null }
    case 'lapsed':
      return {
        ...both(`The problem with ${title} has ended`, `${buyer} did not come back after the answer.`),
        quote: null,
      }
    case 'refunded': {
      if (problem.refundedCents === 0)
        return {
          ...both(`${title} went back`, 'It went back with what it came with. The problem has ended.'),
          quote: problem.decision,
        }
      const [amount, by] = [dollarWords(problem.refundedCents), problem.decidedBy === problem.sellerId ? seller : 'We']
      return {
        seller: {
          title: `${amount} for ${title} goes back`,
          message: `${by === seller ? 'You refund' : 'We refund'} ${buyer}. The problem has ended.`,
        },
        buyer: {
          title: `${amount} for ${title} goes back to you`,
          message: `${by === seller ? `${seller} refunds` : 'We refund'} you the way you paid. The problem has ended.`,
        },
        quote: problem.decision,
      }
    }
    case 'declined':
      return {
        ...both(`No refund for ${title}`, 'We read what both of you wrote, and decided that the sale stands.'),
        quote: problem.decision,
      }
    case 'disputed':
      return {
        ...both(`A bank decides about ${title}`, `The bank of ${buyer} asks for the payment itself, so it decides.`),
        quote: null,
      }
  }
}
