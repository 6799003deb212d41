import { NOT_COVERED } from '#contract/problem-values.ts'
import type { Problem } from '#contract/problems.ts'
import { price } from '#web/items/format.ts'
import { when } from '#web/ui/when.ts'

/** How a problem stands for its reader, and what comes next. */
export function nextWords(problem: Problem) {
  const { role, state, buyer, seller, dueAt, answeredAt, agreedAt, refunded, decidedBy } = problem
  const isSeller = role === 'seller'
  const until = dueAt ? when(dueAt) : ''
  switch (state) {
    case 'asked':
      return isSeller
        ? {
            head: `${buyer.name} waits for your answer`,
            next: `Answer until ${until}, or refund it. After that we decide.`,
          }
        : { head: `${seller.name} is asked`, next: `The answer is due on ${until}. If none comes, we decide.` }
    case 'answered':
      return isSeller
        ? {
            head: 'You have answered',
            next: `${buyer.name} says whether it is solved, or asks us to decide. Without a word it ends on ${until}.`,
          }
        : {
            head: `${seller.name} has answered`,
            next: `Is it solved? You can ask us to decide until ${until}. Then the problem ends.`,
          }
    case 'escalated':
      if (agreedAt)
        return {
          head: 'We decide',
          next: isSeller ? NOT_COVERED : `${seller.name} agrees to a refund. We tell you both.`,
        }
      return {
        head: 'We decide',
        next: isSeller
          ? `${answeredAt ? `${buyer.name} asked us to.` : 'You did not answer in time.'} You can still refund it.`
          : answeredAt
            ? 'You asked us to. We read what both of you wrote, and tell you both.'
            : 'There is no answer. We read what was written, and tell you both.', // a seller who has left was not asked
      }
    case 'solved':
      return { head: 'Solved', next: `${isSeller ? buyer.name : 'You'} said that it is solved. Nothing is left to do.` }
    case 'lapsed':
      return { head: 'Ended', next: `${isSeller ? buyer.name : 'You'} did not come back after the answer.` }
    case 'refunded':
      if (refunded === 0) return { head: 'It went back', next: 'It went back with what it came with.' } // free by a deal
      return isSeller
        ? { head: `${price(refunded)} refunded`, next: `It was taken from the earnings of this sale.` }
        : {
            head: `${price(refunded)} on its way to you`,
            next: `${decidedBy === 'seller' ? seller.name : 'We'} refunded you the way you paid. Banks need up to ten days.`,
          }
    case 'declined':
      return { head: 'No refund', next: 'We read what both of you wrote, and decided that the sale stands.' }
    case 'disputed':
      return {
        head: 'A bank decides',
        next: `${isSeller ? `The bank of ${buyer.name}` : 'Your bank'} asks for the payment itself, so it decides.`,
      }
  }
}
