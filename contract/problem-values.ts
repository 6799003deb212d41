import { atMost, type TextLimits } from './limits.ts'

/** Hours that a seller has for an answer. */
export const ANSWER_HOURS = 72
/** Days after the sale in which a problem can be reported. */
export const PROBLEM_DAYS = 60
/** Days after which an answered problem ends, if its buyer says nothing. */
export const SILENCE_DAYS = 7

/** Said to a seller whose balance is smaller than the refund. */
export const NOT_COVERED = 'Your balance doesn’t cover this refund, so Slide decides now.'

/** The reasons that a buyer chooses from. */
export const PROBLEM_REASONS = {
  broken: 'A file is missing or broken',
  different: 'It is not what was described',
  license: 'The license is wrong',
  mistake: 'I bought it by mistake',
  other: 'Something else',
} as const
export type ProblemReason = keyof typeof PROBLEM_REASONS

export const PROBLEM_STATES = [
  'asked',
  'answered',
  'escalated',
  'solved',
  'lapsed',
  'refunded',
  'declined',
  'disputed',
] as const
export type ProblemState = (typeof PROBLEM_STATES)[number]

export const problemLimits = {
  text: { required: 'Say what is wrong.', min: [10, 'Use at least 10 characters.'], max: atMost(2_000) },
  answer: { required: 'Write your answer.', min: [10, 'Use at least 10 characters.'], max: atMost(2_000) },
  objection: { max: atMost(2_000) },
  decision: { required: 'Give a reason. Both sides read it.', max: atMost(500) },
} as const satisfies Record<string, TextLimits>
