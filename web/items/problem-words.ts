import type { ProblemState } from '#contract/problem-values.ts'

/** The state of a problem with a purchase, in two or three words. */
export const problemStates: Record<ProblemState, string> = {
  asked: 'Waiting for the seller',
  answered: 'Answered by the seller',
  escalated: 'We decide',
  solved: 'Solved',
  lapsed: 'Ended',
  refunded: 'Refunded',
  declined: 'No refund',
  disputed: 'The bank decides',
}

export const isUnfinished = (state: ProblemState) => state === 'asked' || state === 'answered' || state === 'escalated'
